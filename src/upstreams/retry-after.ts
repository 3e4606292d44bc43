/** Where a refusal does not say when to come back: at first, and at last. */
const shortestMs = 60_000;
const longestMs = 3_600_000;
/** Nothing is believed to be refused for longer: the longest that was seen are of five days. */
const mostMs = 7 * 24 * 3_600_000;

/** From when until when calls were not to be made. */
export interface Pause {
  readonly at: number;
  readonly until: number;
}

/**
 * When a call that was refused for the rate of calls may be made again: in so many seconds, or at a date. Where the
 * refusal says nothing that can be meant, this is later each time, for as long as no call after a pause succeeds; and
 * where it says less than was kept in vain, later up to a minute.
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

/** A number with a sign is no date, though it is read as one. */
const dateOf = (text: string): number => (/[a-z]/i.test(text) ? Date.parse(text) : Number.NaN);
