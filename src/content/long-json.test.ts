import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { turnsWhile } from '../testing/event-loop-turns.ts';
import { isLong, jsonChunks, textChunks } from './long-json.ts';

const textOf = async (value: unknown): Promise<string> => Buffer.concat(await jsonChunks(value)).toString();
const list = (length: number, entry: unknown = { name: 'Ä "quoted"' }) => Array.from({ length }, () => entry);
const map = (length: number, entry: unknown) =>
  Object.fromEntries(list(length, entry).map((one, at) => [`n"${at}`, one]));

const written = { toJSON: () => list(1000, 1) };

describe('JSON that is written in steps is what is written at once', () => {
  test.each<[string, unknown]>([
    ['a long list', list(1000)],
    ['a long map', map(1000, [1, null, 'x'])],
    ['a long list of an answer', { error: false, meta: { components: list(1000), cursor: { after: 1 } } }],
    [
      'several long ones',
      { changes: { components: { created: list(300), deleted: list(400) }, styles: {} } },
    ],
    ['a long map in a long map', map(300, map(300, 1))],
    ['a long list in a long list', list(300, list(300, 1))],
    ['entries that JSON has no form for', [...list(300, undefined), () => 1, Symbol('x'), Number.NaN]],
    ['members that JSON has no form for', { ...map(300, undefined), f: () => 1 }],
    ['members without a form beside some with one', { a: undefined, ...map(300, 1), b: undefined, c: 2 }],
    ['things that write themselves', { at: new Date(0), many: list(300, new Date(0)), own: written }],
    ['half of a pair of surrogates', list(300, '\ud83d')],
    ['long texts', list(300, 'ö'.repeat(10_000))],
  ])('for %s', async (_title, value) => {
    expect(await textOf(value)).toBe(JSON.stringify(value));
  });

  test('for anything', async () => {
    const values = fc.jsonValue({ maxDepth: 4 });
    const anything = fc.record({ one: values, many: fc.dictionary(fc.string(), values), times: fc.nat(400) });
    await fc.assert(
      fc.asyncProperty(anything, async ({ one, many, times }) => {
        const value = { ...many, meta: { list: list(times, one), last: one } };
        expect(await textOf(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});

test('a long list is written with others’ work in between, in chunks that are small', async () => {
  const value = { meta: { components: list(200_000, { name: 'Button', description: 'x'.repeat(100) }) } };
  expect(await turnsWhile(() => jsonChunks(value))).toBeGreaterThan(5);
  expect(Math.max(...(await jsonChunks(value)).map(({ length }) => length))).toBeLessThan(80_000);
});

test('what is short is written at once', async () => {
  for (const value of [null, 'text', [], {}, { a: list(256), b: { c: 1 } }, written]) {
    expect(isLong(value)).toBe(false);
    expect(await jsonChunks(value)).toHaveLength(1);
  }
});

test('a long text becomes bytes in small chunks, with no character cut apart', async () => {
  const texts = [
    '',
    'short',
    'x'.repeat(300_000),
    `x${'\ud83d\ude00'.repeat(100_000)}`,
    '\ud83d'.repeat(70_000),
  ];
  for (const text of texts) {
    const chunks = await textChunks(text);
    expect(Buffer.concat(chunks).equals(Buffer.from(text))).toBe(true);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(200_000);
  }
});
