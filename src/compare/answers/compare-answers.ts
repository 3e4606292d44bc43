import { pairedElements } from './elements.ts';
import { anyPlace, type Pattern, type Place, patternOf, patternText, placeText } from './place.ts';

/** What is other in an answer than in the one that it should be. */
export type DifferenceKind = 'missing' | 'surplus' | 'different' | 'order';

/** All differences of one kind at one pattern of places. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** As `document.children[*].fills[].color.r`. */
  readonly path: string;
  readonly count: number;
  readonly first: Example;
}

export interface Example {
  readonly at: string;
  /** Short; absent on the side that lacks it. */
  readonly expected?: string;
  readonly actual?: string;
}

export interface Comparison {
  /** The most frequent first. */
  readonly differences: readonly Difference[];
  /** How many values are no matter of likeness: addresses and times that both have, and what a tape masks. */
  readonly setAside: number;
}

export interface ComparisonRules {
  /** Numbers that are as near as this are equal. */
  readonly within?: number;
  /** Stands for what nobody knows. */
  readonly mask?: string;
}

interface Pair {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly place: Place | undefined;
}

/** Compares two answers of any size and nesting, value by value; the order of properties counts for nothing. */
export function compareAnswers(expected: unknown, actual: unknown, rules: ComparisonRules = {}): Comparison {
  const root = anyPlace();
  const found = new Map<Pattern, Map<DifferenceKind, Counted>>();
  const differences: Counted[] = [];
  const note = (kind: DifferenceKind, pair: Pair): void => {
    const pattern = patternOf(pair.place, root);
    const kinds = found.get(pattern) ?? new Map<DifferenceKind, Counted>();
    const known = kinds.get(kind);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const difference = { kind, path: patternText(pattern), count: 1, first: exampleOf(kind, pair) };
    found.set(pattern, kinds.set(kind, difference));
    differences.push(difference);
  };
  let setAside = 0;
  const waiting: Pair[] = [{ expected, actual, place: undefined }];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    if (Object.is(pair.expected, pair.actual)) continue;
    if (isList(pair.expected) && isList(pair.actual)) pushElements(pair, { waiting, note });
    else if (isObject(pair.expected) && isObject(pair.actual)) pushProperties(pair, { waiting, note });
    else if (isSetAside(pair, rules)) setAside++;
    else if (!isNear(pair, rules.within ?? 0)) note('different', pair);
  }
  return { differences: differences.sort((one, other) => other.count - one.count), setAside };
}

type Counted = Omit<Difference, 'count'> & { count: number };

const exampleOf = (kind: DifferenceKind, { expected, actual, place }: Pair): Example => ({
  at: placeText(place),
  ...(kind === 'surplus' ? {} : { expected: shortText(expected) }),
  ...(kind === 'missing' ? {} : { actual: shortText(actual) }),
});

interface Going {
  readonly waiting: Pair[];
  readonly note: (kind: DifferenceKind, pair: Pair) => void;
}

function pushElements({ expected, actual, place }: Pair, { waiting, note }: Going): void {
  const { pairs, isSameOrder } = pairedElements(expected as unknown[], actual as unknown[]);
  const both: Pair[] = [];
  if (!isSameOrder) note('order', { expected, actual, place });
  for (const { expected: one, actual: other, index, id } of pairs) {
    const pair = { expected: one?.value, actual: other?.value, place: { above: place, step: index, id } };
    if (other === undefined) note('missing', pair);
    else if (one === undefined) note('surplus', pair);
    else both.push(pair);
  }
  pushLastFirst(waiting, both);
}

function pushProperties({ expected, actual, place }: Pair, { waiting, note }: Going): void {
  const [ours, theirs] = [actual as Record<string, unknown>, expected as Record<string, unknown>];
  const both: Pair[] = [];
  for (const step of Object.keys(theirs)) {
    const pair = { expected: theirs[step], actual: ours[step], place: { above: place, step } };
    if (!Object.hasOwn(ours, step)) note('missing', pair);
    else if (!Object.is(pair.expected, pair.actual)) both.push(pair);
  }
  pushLastFirst(waiting, both);
  for (const step of Object.keys(ours))
    if (!Object.hasOwn(theirs, step))
      note('surplus', { expected: undefined, actual: ours[step], place: { above: place, step } });
}

/** So that the first is taken first. */
function pushLastFirst(waiting: Pair[], pairs: readonly Pair[]): void {
  for (let index = pairs.length - 1; index >= 0; index--) waiting.push(pairs[index]!);
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !isList(value);

const address = /^https?:\/\//;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function isSetAside({ expected, actual }: Pair, { mask }: ComparisonRules): boolean {
  if (mask !== undefined && typeof expected === 'string' && expected.includes(mask)) return true;
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  return [address, time].some((form) => form.test(expected) && form.test(actual));
}

const isNear = ({ expected, actual }: Pair, within: number): boolean =>
  typeof expected === 'number' && typeof actual === 'number' && Math.abs(expected - actual) <= within;

const longestText = 100;

/** A value in a line; of what holds others only how many. */
function shortText(value: unknown): string {
  if (isList(value)) return `[${value.length} elements]`;
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value) ?? 'nothing';
    return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  }
  const { id, type } = value as { id?: unknown; type?: unknown };
  const names = [type, id].filter((name) => typeof name === 'string').join(' ');
  return names === '' ? `{${Object.keys(value).length} properties}` : names.slice(0, longestText);
}
