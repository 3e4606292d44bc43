/** Beside the time in which requests are still taken: requests have ten seconds of it, mails and what else is under way the rest. */
export const usualEndMs = 15_000;

/**
 * Waits for the end of something, and calls `isLate` where it has not come in time. What is broken off then is repeated
 * by the next start, as after a power cut.
 */
export async function endInTime(
  end: () => Promise<void>,
  isLate: () => void,
  limitMs: number,
): Promise<void> {
  const timer = setTimeout(isLate, limitMs);
  await end().finally(() => clearTimeout(timer));
}
