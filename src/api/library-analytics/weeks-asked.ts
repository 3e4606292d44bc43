import { badRequest } from '../../errors.ts';
import { weekOf } from '../../libraries/weeks.ts';

const dayMs = 24 * 3_600_000;

/** Weeks by their first moments, milliseconds since 1970. */
export interface Weeks {
  readonly first: number;
  readonly last: number;
}

/**
 * The whole weeks that two dates reach into; without them those of the year up to now.
 * @throws ApiError 400 for what is no date, and for an end before its start
 */
export function weeksAsked(query: { start_date?: string; end_date?: string }, now: number): Weeks {
  const first = weekOf(timeOf('start_date', query.start_date) ?? now - 365 * dayMs);
  const last = weekOf(timeOf('end_date', query.end_date) ?? now);
  if (first > last) throw badRequest('end_date is before start_date.');
  return { first, last };
}

function timeOf(name: string, date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  const time = Date.parse(`${date}T00:00:00Z`);
  if (/^\d{4}-\d\d-\d\d$/.test(date) && dateOf(time) === date) return time;
  throw badRequest(`${name} is a date as 2026-01-31.`);
}

/** As `2026-01-31`, in UTC; empty for no time. */
export const dateOf = (time: number): string =>
  Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
