import { describe, expect, test } from 'vitest';
import { jsonOf } from './json-body.ts';

const filling = 'x'.repeat(300_000);
const sizes = [
  ['small', ''],
  ['large', filling],
] as const;

const refusalOf = (body: Buffer | string): Promise<string> =>
  jsonOf(Buffer.from(body as string)).then(
    () => 'It was taken.',
    (error) => (error as Error).message,
  );

describe.each(sizes)('A %s body of JSON', (_size, more) => {
  test('is what JSON.parse makes of it', async () => {
    const value = { name: 'ü \\u0000 \u2028 "', list: [[], {}, 1.5, null], more };
    const text = JSON.stringify(value);
    expect(await jsonOf(Buffer.from(text))).toEqual(value);
    expect(await jsonOf(Buffer.from(`\ufeff${text}`))).toEqual(value);
  });

  test('is refused where it is no text in UTF-8', async () => {
    for (const bytes of [[0xff], [0xed, 0xa0, 0x80], [0xc3]]) {
      const body = Buffer.concat([Buffer.from(`{"a":"${more}`), Buffer.from(bytes), Buffer.from('"}')]);
      expect(await refusalOf(body)).toBe('The body is not text in UTF-8.');
    }
  });

  test('is refused where it holds a NUL character, and no backslash before it', async () => {
    for (const escaped of ['\\u0000', 'a\\u0000', '\\\\\\u0000', `${'\\'.repeat(9)}u0000`])
      for (const text of [`["${more}","${escaped}"]`, `["${escaped}","${more}"]`])
        expect(await refusalOf(text)).toBe('Text with a NUL character is not taken.');
    for (const kept of ['u0000', '\\\\u0000', `${'\\'.repeat(10)}u0000`])
      expect(await refusalOf(`["${more}","${kept}"]`)).toBe('It was taken.');
  });

  test('is refused where it is no JSON, wherever it breaks', async () => {
    const text = JSON.stringify([filling, more, { a: [1] }]);
    for (const broken of [text.slice(0, -1), `${text},`, `,${text}`, text.replace(':', ' '), `[${text}}`])
      expect(await refusalOf(broken)).toMatch(
        /^The body is (cut off: .* at byte \d+|not valid JSON: .* at byte \d+|not well-formed JSON: .*)\.$/,
      );
  });

  test('is refused with white space in it that JSON has none of', async () => {
    for (const space of ['\v', '\f', '\u00a0', '\0'])
      for (const text of [`${space}["${more}"]`, `["${more}"${space}]`, `{"a"${space}:"${more}"}${space}`])
        expect(await refusalOf(text)).toMatch(/^The body is not (valid|well-formed) JSON: /);
  });
});

describe('A large body of JSON', () => {
  test('is refused with the place where it breaks', async () => {
    expect(await refusalOf(`{"a":"${filling}","b":01}`)).toBe(
      'The body is not valid JSON: a comma or a closing bracket is missing at byte 300013.',
    );
    expect(await refusalOf(`{"a":"${filling}"`)).toBe(
      'The body is cut off: its JSON breaks off at byte 300007.',
    );
  });

  test('holds long lists, and no map of hundreds of thousands of entries', async () => {
    const entries = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join();
    expect(await refusalOf(`[{${entries(100_000)}},{${entries(100_000)}}]`)).toBe('It was taken.');
    expect(await refusalOf(`{"a":{${entries(100_001)}}}`)).toBe(
      'The body is JSON with a map of more than 100,000 entries.',
    );
  });

  test('lets others to work while it is read', async () => {
    const body = Buffer.from(`[${'[],'.repeat(1_000_000)}[]]`);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const value = await jsonOf(body).finally(() => clearImmediate(next));
    expect(Object(value).length).toBe(1_000_001);
    expect(turns).toBeGreaterThan(4);
  });

  test('is nested to a thousand levels at the most where it is small, too', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(await refusalOf(nested(1100))).toBe('The body is JSON nested deeper than 1000 levels.');
    const maps = `${'{"a":'.repeat(1100)}1${'}'.repeat(1100)}`;
    expect(await refusalOf(maps)).toBe('The body is JSON nested deeper than 1000 levels.');
    expect(await jsonOf(Buffer.from(nested(1000)))).toEqual([expect.anything()]);
    const inText = JSON.stringify({ text: `\\"${'['.repeat(2000)}` });
    expect(await jsonOf(Buffer.from(inText))).toEqual(JSON.parse(inText));
  });

  test('holds texts as long as it may be itself, and lists within each other as far as a thousand levels', async () => {
    const long = 'x'.repeat(5_000_000);
    expect(await jsonOf(Buffer.from(JSON.stringify({ long })))).toEqual({ long });
    const nested = (levels: number) => `["${filling}",${'['.repeat(levels)}${']'.repeat(levels)}]`;
    expect(await refusalOf(nested(900))).toBe('It was taken.');
    expect(await refusalOf(nested(1001))).toBe('The body is JSON nested deeper than 1000 levels.');
  });
});
