import fc from 'fast-check';

/** One thing wrong with a request: `what` takes the place of the value at `where`, counted over all there are. */
export interface Wrong {
  readonly where: number;
  readonly what: unknown;
}

/** Takes the value away. */
export const nothing = Symbol('nothing');
/** Adds a member that nobody asked for. */
export const unasked = Symbol('unasked');

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const hostile: readonly unknown[] = [
  nothing,
  nothing,
  unasked,
  null,
  true,
  false,
  '',
  ' ',
  '0',
  -1,
  0,
  1,
  0.5,
  -0,
  1e21,
  1e308,
  2 ** 53,
  2 ** 31,
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '0x10',
  '٣',
  '1.',
  '.5',
  '+1',
  '00',
  '9007199254740993',
  '1'.repeat(400),
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202e',
  '👩‍👩‍👧‍👦'.repeat(60),
  'é'.normalize('NFD'),
  'K',
  'ſ',
  '\r\nX: y',
  '../../etc/passwd',
  '..%2f..',
  '%00',
  '%',
  "' or 1=1 --",
  '"; drop table files; --',
  '{{7*7}}',
  '<script>',
  '9999-99-99',
  '0000-00-00T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '+292278994-08-17T07:12:55Z',
  'now',
  'http://169.254.169.254/',
  'file:///etc/passwd',
  'https://a:b@c.invalid/',
  '//x',
  'javascript:alert(1)',
  'https://[::1',
  'x'.repeat(256),
  'x'.repeat(5_000),
  'ü'.repeat(2_100),
  ',',
  ',,,',
  ':',
  ';',
  '1:1,',
  '1:1'.repeat(90),
  'I1:1;2:2',
  [],
  {},
  [[]],
  [null],
  [1, 2],
  { a: 1 },
  { length: 3 },
  JSON.parse('{"__proto__":{"x":1}}'),
  { toString: 1 },
  deep(60),
  Array.from({ length: 300 }, (_, index) => index),
  { $ref: '#' },
  { r: 2, g: -1, b: 'x', a: null },
];

const wrong: fc.Arbitrary<Wrong> = fc.record({ where: fc.nat(40), what: fc.constantFrom(...hostile) });

/** Mostly none, so that requests get through; often one, at times two. */
export const wrongs: fc.Arbitrary<readonly Wrong[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.array(wrong, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(wrong, { minLength: 1, maxLength: 2, size: 'max' }) },
);

type Step = string | number;

/** A copy with one value replaced; every place of it counts, outer ones first. */
export function withWrong(value: unknown, { where, what }: Wrong): unknown {
  const places = placesIn(value);
  return replaced(value, places[where % Math.max(1, places.length)] ?? [], what);
}

/** A value that is to be named when the request is made is one place. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));

function placesIn(value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  if (!isPlain(value)) return path.length === 0 ? [] : [path];
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => placesIn(item, [...path, index]))
    : Object.entries(value).flatMap(([name, item]) => placesIn(item, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function replaced(value: unknown, [step, ...rest]: readonly Step[], what: unknown): unknown {
  if (step === undefined) {
    if (what !== unasked) return what;
    return isPlain(value) && !Array.isArray(value) ? { ...value, unasked: 1 } : value;
  }
  const inner = replaced((value as Record<Step, unknown>)[step], rest, what);
  if (Array.isArray(value))
    return inner === nothing ? value.toSpliced(Number(step), 1) : value.with(Number(step), inner);
  const { [step]: _old, ...others } = value as Record<Step, unknown>;
  return inner === nothing ? others : { ...others, [step]: inner };
}
