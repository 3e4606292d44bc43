import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DocumentRefused } from './document-refused.ts';
import { checkJson } from './json-check.ts';
import { maxJsonLevels } from './json-walk.ts';

const sentenceFor = (bytes: Uint8Array): string => {
  try {
    checkJson(bytes);
    return 'taken';
  } catch (error) {
    if (error instanceof DocumentRefused) return error.message;
    throw error;
  }
};
const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('checkJson', () => {
  test('takes exactly what a JSON parser takes', () => {
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
      '0',
      '.',
      'e',
      '+',
      'true',
      'nul',
      'null',
      ' ',
      '\n',
      '"\\u00',
      '\\',
      '"',
      '\t',
    ];
    const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(...pieces, ''))
      .map(
        ([text, at, piece]) =>
          text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(soup, damaged, fc.json(), fc.string()), (text) => {
        expect(sentenceFor(Buffer.from(text)) === 'taken').toBe(parses(Buffer.from(text).toString()));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['{"a":', 'The file is cut off: its JSON breaks off at byte 5.'],
    ['', 'The file is cut off: its JSON breaks off at byte 0.'],
    ['{"a":"b', 'The file is cut off: its JSON breaks off at byte 7.'],
    ['{"a":1} {', 'The file is not valid JSON: more text after the end of the JSON value at byte 8.'],
    ['{"a":1,}', 'The file is not valid JSON: a property name in quotes is missing at byte 7.'],
    ['{"a" 1}', 'The file is not valid JSON: a colon is missing at byte 5.'],
    ['[1 2]', 'The file is not valid JSON: a comma or a closing bracket is missing at byte 3.'],
    ['[1}', 'The file is not valid JSON: a comma or a closing bracket is missing at byte 2.'],
    ['[01]', 'The file is not valid JSON: a comma or a closing bracket is missing at byte 2.'],
    ['[-]', 'The file is not valid JSON: a number lacks its digits at byte 2.'],
    ['[NaN]', 'The file is not valid JSON: a value is missing at byte 1.'],
    ['["\u0001"]', 'The file is not valid JSON: a control character stands in a string at byte 2.'],
    ['["\\x"]', 'The file is not valid JSON: an unknown escape stands in a string at byte 3.'],
    ['["\\u12G4"]', 'The file is not valid JSON: an escape in a string lacks its four hex digits at byte 6.'],
  ])('says what is wrong with %j and where', (text, sentence) => {
    expect(sentenceFor(Buffer.from(text))).toBe(sentence);
  });

  test('refuses bytes that are not UTF-8', () => {
    expect(sentenceFor(Buffer.from([0x22, 0xff, 0x22]))).toBe('The file is not UTF-8 text.');
    expect(sentenceFor(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe('The file is not UTF-8 text.');
  });

  test('leaves a byte order mark out', () => {
    expect(Buffer.from(checkJson(Buffer.from('\ufeff{"a":1}'))).toString()).toBe('{"a":1}');
  });

  test('takes as many levels as the limit and refuses one more, however much follows', () => {
    const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
    expect(sentenceFor(nested(maxJsonLevels))).toBe('taken');
    const sentence = `The file nests deeper than 100000 levels at byte 100000.`;
    expect(sentenceFor(nested(maxJsonLevels + 1))).toBe(sentence);
    expect(sentenceFor(Buffer.alloc(20_000_000, '['))).toBe(sentence);
  });
});
