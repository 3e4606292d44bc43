import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentRefused } from './document-refused.ts';
import { joinedInSteps } from './joined-in-steps.ts';
import { checkJson } from './json-check.ts';
import { checkJsonInSteps } from './json-check-in-steps.ts';
import { propertiesInSteps } from './json-spans-in-steps.ts';
import { atOnce } from './run-at-once.ts';

const outcome = (check: () => Uint8Array): string => {
  try {
    return Buffer.from(check()).toString('latin1');
  } catch (error) {
    if (error instanceof DocumentRefused) return error.message;
    throw error;
  }
};
const bothOf = (bytes: Uint8Array): [string, string] => [
  outcome(() => atOnce(checkJsonInSteps(bytes))),
  outcome(() => checkJson(bytes)),
];
const expectSame = (bytes: Uint8Array): void => {
  const [inSteps, whole] = bothOf(bytes);
  expect(inSteps).toBe(whole);
};

/** Every kind of what takes long at once, each about so many bytes. */
const sizeBytes = 6 * 1024 * 1024;
const many = (text: string): string => text.repeat(Math.ceil(sizeBytes / text.length));
const nodes = `{"document":{"id":"0:0","children":[${many('{"id":"1:1","type":"TEXT","name":"A","x":[1,2.5e3,null]},')}{}]}}`;
const long: Readonly<Record<string, string>> = {
  'of many nodes': nodes,
  'of one text': `{"a":"${many('x')}"}`,
  'of escapes': `{"a":"${many('\\u00e4\\n')}"}`,
  'of many names': `{${many('"a name":1,')}"b":2}`,
  'of letters of more than one byte': `["${many('\u00e4\u{1f600}')}"]`,
};

describe('JSON that is checked in steps', () => {
  it('is taken and refused as it is at once, by the same sentences', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '0.',
      'e',
      'true',
      'nul',
      ' ',
      '\n',
      '"\\u00',
      '\\',
      '"',
      '\t',
    ];
    const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...pieces, '')).map(([text, at, piece]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + 1);
    });
    fc.assert(
      fc.property(fc.oneof(soup, damaged, fc.json(), fc.string()), (text) => expectSame(Buffer.from(text))),
      { numRuns: 3000 },
    );
    fc.assert(fc.property(fc.uint8Array(), expectSame));
    for (const nested of ['['.repeat(200_000), '['.repeat(100_000) + ']'.repeat(100_000), '\ufeff[1]'])
      expectSame(Buffer.from(nested));
  });

  it.each(Object.entries(long))('is what it is at once where it is long: %s', (_what, text) => {
    const whole = Buffer.from(text);
    expectSame(whole);
    for (const end of [whole.length - 1, whole.length >> 1, 2 * 1024 * 1024 + 1])
      expectSame(whole.subarray(0, end));
    const damaged = Buffer.from(whole);
    damaged[whole.length - 9] = 0xff;
    expectSame(damaged);
  });

  it.each(Object.entries(long))('lets others to work after each quarter of a megabyte: %s', (_what, text) => {
    const whole = Buffer.from(text);
    expect(countSteps(checkJsonInSteps(whole))).toBeGreaterThan(leastSteps);
    if (text.startsWith('{')) expect(countSteps(propertiesInSteps(whole, 0))).toBeGreaterThan(leastSteps);
  });
});

/** Of 256 KiB, or of as much as one token more. */
const leastSteps = sizeBytes / (256 * 1024) / 2;

function countSteps(steps: Generator): number {
  let count = 0;
  while (!steps.next().done) count += 1;
  return count;
}

describe('Bytes that are joined in steps', () => {
  it('are those of the pieces behind each other', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (pieces) => {
        expect(atOnce(joinedInSteps(pieces))).toEqual(Buffer.concat(pieces));
      }),
    );
    const large = [3_000_000, 1, 0, 2_000_000].map((size, at) => Buffer.alloc(size, at + 1));
    expect(atOnce(joinedInSteps(large)).equals(Buffer.concat(large))).toBe(true);
    expect(countSteps(joinedInSteps(large))).toBeGreaterThanOrEqual(3);
  });
});
