const minuteMs = 60_000;

/**
 * How long to wait after each failed attempt, in milliseconds, counted from that failure. As many retries
 * follow as there are entries.
 *
 * @see DLV-06, DLV-07, DLV-08, DLV-09
 */
const retryDelaysMs: readonly number[] = [5 * minuteMs, 30 * minuteMs, 180 * minuteMs];

/** Any other status is a failure, also 201, 204 and redirects. @see DLV-04 */
export function isSuccess(status: number): boolean {
  return status === 200;
}

/**
 * When to try again, in milliseconds since 1970, or undefined where no attempt is left.
 *
 * @param attemptsMade the failed one included, so 1 after the first
 */
export function nextAttempt(attemptsMade: number, failedAt: number): number | undefined {
  const delayMs = retryDelaysMs[attemptsMade - 1];
  return delayMs === undefined ? undefined : failedAt + delayMs;
}
