const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a length of time as `4m50s`, which the contract has checked; several parts add up. */
export function durationMs(text: string): number {
  const parts = text.matchAll(/(\d+)(ms|s|m|h|d)/g);
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
}
