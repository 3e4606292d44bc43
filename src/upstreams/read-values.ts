import { firstTime, lastTime } from '../iso-time.ts';
import { UpstreamFailed } from './upstream-failed.ts';

export type Values = Readonly<Record<string, unknown>>;

/** An object of an answer; without members for what is none. */
export const objectOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** The objects of a list in an answer; none for what is no list. */
export const listOf = (value: unknown, name: string): Values[] => {
  const list = objectOf(value)[name];
  return Array.isArray(list) ? list.map(objectOf) : [];
};

/** The same of a list that may not be longer than anything here may be. @throws UpstreamFailed */
export function listUpTo(value: unknown, name: string, most: number, called = name): Values[] {
  const list = listOf(value, name);
  refuseMore(list.length, most, called);
  return list;
}

/** The entries of a map, of which there may be hundreds of thousands: each is asked for when its turn comes. */
export function* entriesOf(map: Values): Generator<[name: string, value: unknown], void> {
  for (const name of Object.keys(map)) yield [name, map[name]];
}

/** An upstream may be anybody's: what it tells of is bounded as what people make here is. @throws UpstreamFailed */
export function refuseMore(count: number, most: number, name: string): void {
  if (count <= most) return;
  const [all, taken] = [count, most].map((number) => number.toLocaleString('en'));
  const what = name.replaceAll('_', ' ');
  throw new UpstreamFailed('unfit', `The upstream tells of ${all} ${what}; ${taken} are taken at the most.`);
}

/** A text that an answer has to have. @throws UpstreamFailed */
export const textOf = (value: unknown, name: string): string =>
  textOrNothing(value, name) ?? refuse(`no text "${name}"`);

/** A text without what no database keeps: half characters and NUL. */
export function textOrNothing(value: unknown, name: string, longest?: number): string | undefined {
  const text = objectOf(value)[name];
  if (typeof text !== 'string') return undefined;
  return text.slice(0, longest).toWellFormed().replaceAll('\0', '\ufffd');
}

const idForm = /^[A-Za-z0-9_.:-]{1,128}$/;

/** An id that an answer has to have. @throws UpstreamFailed */
export const idOf = (value: unknown, name: string): string =>
  idOrNothing(value, name) ?? refuse(`no id "${name}"`);

export function idOrNothing(value: unknown, name: string): string | undefined {
  const id = textOrNothing(value, name);
  return id !== undefined && idForm.test(id) ? id : undefined;
}

/** A time that an answer has to have. @throws UpstreamFailed */
export function timeOf(value: unknown, name: string): number {
  return timeOrNothing(value, name) ?? refuse(`no time "${name}"`);
}

/** A time that this server could have written: none of a year of five digits, or before our era. */
export function timeOrNothing(value: unknown, name: string): number | undefined {
  const time = Date.parse(textOrNothing(value, name) ?? '');
  return time >= firstTime && time <= lastTime ? time : undefined;
}

function refuse(lacks: string): never {
  throw new UpstreamFailed('unfit', `The upstream's answer has ${lacks}.`);
}
