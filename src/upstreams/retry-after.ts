/** Where a refusal does not say when to come back. */
const usualMs = 60_000;
/** Nothing is believed to be refused for longer. */
const mostMs = 40 * 24 * 3_600_000;

/** When a call that was refused for the rate of calls may be made again: in so many seconds, or at a date. */
export function retryTime(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : Date.parse(text) - now;
  if (Number.isNaN(waitMs)) return now + usualMs;
  return now + Math.min(Math.max(waitMs, 1000), mostMs);
}
