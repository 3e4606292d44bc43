import { downloadAddress } from '../../access/signed-address.ts';
import { badRequest } from '../../errors.ts';
import { hourMs, textEventsPath } from '../../events/text-events.ts';
import type { Call, Handler } from '../../operation.ts';
import { organizationOfTexts } from '../../places/organization-records.ts';

const mostHours = 24;

/** Addresses of the text events of the caller's organization: one file for each hour that is over. */
export const getTextEvents: Handler<'getTextEvents'> = async ({ caller, query }, context) => {
  const now = context.clock.now();
  const hours = hoursOf(query, now);
  const organizationId = await organizationOfTexts(context.database, caller);
  const end = Math.ceil(now / 1000) + query.file_ttl_in_seconds;
  const urls = hours.map((hour): [string, string[]] => {
    const address = downloadAddress(context, textEventsPath(organizationId, hour), end);
    return [nameOf(hour), [address]];
  });
  return { json: { error: false, status: 200, meta: { urls: Object.fromEntries(urls) }, i18n: null } };
};

/**
 * The starts of the hours that are asked for and over: from that of `start_date` to before `end_date`.
 * @throws ApiError 400
 */
function hoursOf({ start_date, end_date }: Call<'getTextEvents'>['query'], now: number): number[] {
  const start = timeOf('start_date', start_date);
  const end = end_date === undefined ? start + hourMs : timeOf('end_date', end_date);
  if (start > now - hourMs) throw badRequest('"start_date" is not an hour in the past yet.');
  if (end <= start) throw badRequest('"end_date" is not after "start_date".');
  if (end > start + mostHours * hourMs) {
    throw badRequest(`"end_date" is more than ${mostHours} hours after "start_date".`);
  }
  const hours = [];
  for (let hour = start - (start % hourMs); hour < end && hour + hourMs <= now; hour += hourMs)
    hours.push(hour);
  return hours;
}

/** @throws ApiError 400 for what is no time in UTC of this side of 1970 */
function timeOf(name: string, text: string): number {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/.test(text);
  const time = isTime ? Date.parse(text) : Number.NaN;
  if (!(time >= 0)) throw badRequest(`"${name}" is no time in UTC as 2026-01-01T00:00:00Z.`);
  return time;
}

/** As `2026/01/01/00`. */
const nameOf = (hour: number): string =>
  new Date(hour).toISOString().slice(0, 13).replaceAll('-', '/').replace('T', '/');
