import { UpstreamFailed } from './upstream-failed.ts';

type Values = Readonly<Record<string, unknown>>;

/** An object of an answer; without members for what is none. */
export const objectOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** The objects of a list in an answer; none for what is no list. */
export const listOf = (value: unknown, name: string): Values[] => {
  const list = objectOf(value)[name];
  return Array.isArray(list) ? list.map(objectOf) : [];
};

/** The same of a list that may not be longer than anything here may be. @throws UpstreamFailed */
export function listUpTo(value: unknown, name: string, most: number): Values[] {
  const list = listOf(value, name);
  refuseMore(list.length, most, name);
  return list;
}

/** An upstream may be anybody's: what it tells of is bounded as what people make here is. @throws UpstreamFailed */
export function refuseMore(count: number, most: number, name: string): void {
  if (count <= most) return;
  const [all, taken] = [count, most].map((number) => number.toLocaleString('en'));
  const what = name.replaceAll('_', ' ');
  throw new UpstreamFailed('unfit', `The upstream tells of ${all} ${what}; ${taken} are taken at the most.`);
}

/** A text that an answer has to have. @throws UpstreamFailed */
export function textOf(value: unknown, name: string): string {
  const text = objectOf(value)[name];
  if (typeof text === 'string') return text;
  throw new UpstreamFailed('unfit', `The upstream's answer has no text "${name}".`);
}

export function textOrNothing(value: unknown, name: string): string | undefined {
  const text = objectOf(value)[name];
  return typeof text === 'string' ? text : undefined;
}

/** A time that an answer has to have. @throws UpstreamFailed */
export function timeOf(value: unknown, name: string): number {
  const time = Date.parse(textOf(value, name));
  if (!Number.isNaN(time)) return time;
  throw new UpstreamFailed('unfit', `The upstream's answer has no time "${name}".`);
}
