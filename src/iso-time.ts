/** A time as the interface spells it, in answers and in what webhooks are told: UTC, to the second. */
export function isoTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -'.000Z'.length)}Z`;
}

/** A time of our own operations, to the millisecond; null where it has not come. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** The times that have a year of four digits, so that an hour or a month more is one, too. */
export const firstTime = Date.parse('0001-01-01T00:00:00Z');
export const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Hours, minutes and seconds are those of clocks: a second that is put in has no place in the count of milliseconds. */
const form =
  /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?)(?:[Zz]|([+-]\d\d):?(\d\d))$/;

/** The time that a text of RFC 3339 spells, where it is one that is kept: the one rule at every door. */
export function timeIn(text: string): number | undefined {
  const [, day = '', ofDay, hours, minutes] = form.exec(text) ?? [];
  if (startOfDay(day) === undefined) return undefined;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const time = Date.parse(`${day}T${ofDay}${zone}`);
  return time >= firstTime && time <= lastTime ? time : undefined;
}

/** A time of a body that its schema was held to. */
export function checkedTime(text: string): number {
  const time = timeIn(text);
  if (time === undefined) throw new Error('A time was not held to its schema.');
  return time;
}

/** When a day began, in UTC; undefined for what is no day of the form YYYY-MM-DD. */
export function startOfDay(day: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(time) || dayOf(time) !== day ? undefined : time;
}

/** The day of a time, in UTC. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
