import { expect, it } from 'vitest';
import { atOnceBytes, JsonRefused, jsonInSteps } from './json-in-steps.ts';

function read(text: string | Buffer): { readonly value: unknown; readonly steps: number } {
  const steps = jsonInSteps(Buffer.from(text as string));
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done) return { value: step.value, steps: count };
  }
}

const longText = 'a "quoted" \\ text, with {[ and ü \u2028 '.repeat(1000);
const many = Array.from({ length: 5000 }, (_, at) => ({
  id: `${at}`,
  text: `}],"\\ ${at}`,
  list: [at, [null]],
}));
const values: Readonly<Record<string, unknown>> = {
  'a number': -1.5e10,
  'a word': true,
  'a short map': { a: [], b: {} },
  'a long list': many,
  'a long map': Object.fromEntries(many.map((one) => [`${one.id} "x" `, one])),
  'long lists in maps in lists': [{ a: { b: many, c: [{ d: many }] } }, many],
  'a long text': longText,
  'long texts in a map': { [longText]: longText, b: [longText, 0, null] },
};

it.each(Object.entries(values))('JSON in steps is what JSON.parse gives: %s', (_name, value) => {
  for (const space of [undefined, 1]) {
    const text = JSON.stringify(value, null, space);
    expect(read(`\r\n ${text}\t `).value).toEqual(value);
  }
});

it('JSON in steps keeps the last of two entries by one name, and one that is named like the prototype', () => {
  const text = `{"a":1,"__proto__":{"b":${JSON.stringify(many)}},"a":2}`;
  const { value } = read(text);
  expect(value).toEqual(JSON.parse(text));
  expect(Object.keys(value as object)).toEqual(['a', '__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it('JSON in steps lets others to work after some entries of a long list, and within a long text', () => {
  expect(read(JSON.stringify(many)).steps).toBeGreaterThanOrEqual(
    JSON.stringify(many).length / atOnceBytes - 1,
  );
  expect(read(JSON.stringify('x'.repeat(3_000_000))).steps).toBeGreaterThan(5);
});

it('JSON in steps lets others to work within long lists far below the root, and takes none so deep that it could not', () => {
  const below = (levels: number, inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels);
  const list = JSON.stringify(Array.from({ length: 100_000 }, () => []));
  for (const levels of [5, 63]) {
    const { value, steps } = read(below(levels, list));
    expect(value).toEqual(JSON.parse(below(levels, list)));
    expect(steps).toBeGreaterThanOrEqual(list.length / atOnceBytes - 1);
  }
  expect(() => read(below(64, list))).toThrow('a piece of more than 262144 bytes');
});

it('JSON in steps is refused wherever it is cut, and where anything is in the wrong place', () => {
  const text = JSON.stringify({ a: { b: many.slice(0, 400) }, c: longText });
  for (let end = 0; end < text.length; end += 1997)
    expect(() => read(text.slice(0, end))).toThrow(JsonRefused);
  const long = JSON.stringify(many);
  const wrong = ['', ' ', ',', '[1,]', '{"a"}', '{a:1}', 'nul', '1 2', '[]]', '"\\"'];
  const around = [
    `${long},`,
    `${long}]`,
    `[${long},]`,
    `[${long} 1]`,
    `{"a" ${long}}`,
    `{,"a":${long}}`,
    `{"a":${long},}`,
    `{"a":1,,"b":${long}}`,
    `{"a":${long},2}`,
    `{1:${long}}`,
    `{${long}}`,
    `[,${long.slice(1)}`,
    `${long.slice(0, -1)},]`,
    `[${long},,1]`,
    long.replace('},{', '},,{'),
    long.replace('},{', '}{'),
  ];
  for (const one of [...wrong, ...around, `[${long}}`, `{"a":${long}]`])
    expect(() => read(one), one.slice(0, 20)).toThrow(JsonRefused);
});

it('JSON in steps is refused where it is nested deeper than a thousand levels', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(read(nested(1000)).value).toEqual(JSON.parse(nested(1000)));
  const among = (one: string) => `[0,${one},"${'x'.repeat(20_000)}"]`;
  expect(read(among(nested(999))).value).toEqual(JSON.parse(among(nested(999))));
  for (const one of [
    nested(1001),
    among(nested(1001)),
    `{"a":${nested(2000)}}`,
    '['.repeat(1_000_000),
    '{"a":'.repeat(1_000_000),
  ])
    expect(() => read(one)).toThrow('nested deeper than 1000 levels');
});

it('JSON in steps is refused where one piece is larger than 4 MiB, or entries are more than a million, or 100,000 of one map', () => {
  const text = JSON.stringify('x'.repeat(4_200_000));
  for (const one of [text, `{"a":${text}}`, `{${text}:1}`, `[[[[[[${text}]]]]]]`])
    expect(() => read(one)).toThrow('more than 4194304 bytes');
  expect(() => read(`[${'0,'.repeat(1_000_001)}0]`)).toThrow('more than 1000000 entries');
  const names = Array.from({ length: 100_001 }, (_, at) => `"${at}":0`);
  expect(() => read(`[0,{${names}}]`)).toThrow('a map of more than 100,000 entries');
});
