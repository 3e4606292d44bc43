/** The shortest and the longest pause where a refusal does not say when to come back. */
const shortestMs = 60_000;
const longestMs = 3_600_000;
/** A refusal that names a later time is not believed; the longest that were seen lasted five days. */
const mostMs = 7 * 24 * 3_600_000;

/** From when until when calls were not to be made. */
export interface Pause {
  readonly at: number;
  readonly until: number;
}

/**
 * When a call that was refused for the rate of calls may be made again: after so many seconds, or at a date. Where the
 * refusal names no usable time, each pause is twice as long as the one before, until a call succeeds. So it is, up to a
 * minute, where it names one that is shorter than a pause after which it refused again.
 */
export function retryTime(header: string | undefined, now: number, last?: Pause): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : dateOf(text) - now;
  const doubleMs = last === undefined || last.until > now ? 0 : 2 * (last.until - last.at);
  if (waitMs > 0 && waitMs <= mostMs) return now + Math.max(waitMs, 1000, Math.min(doubleMs, shortestMs));
  // Of several calls that are refused together the first says how long.
  if (last !== undefined && last.until > now) return Math.min(last.until, now + mostMs);
  return now + Math.min(Math.max(doubleMs, shortestMs), longestMs);
}

/** `Date.parse` takes numbers with a sign for dates; a date of HTTP has letters. */
const dateOf = (text: string): number => (/[a-z]/i.test(text) ? Date.parse(text) : Number.NaN);
