import { expect, test } from 'vitest';
import { tokenDifference } from './json-tokens.ts';

const compare = (left: string, right: string) => tokenDifference(Buffer.from(left), Buffer.from(right));

test.each([
  ['{"a":[1,true]}', ' { "a" :\n[ 1 , true ] } '],
  ['"a \\" b"', '"a \\" b"'],
  ['['.repeat(50_000) + ']'.repeat(50_000), '[ '.repeat(50_000) + '] '.repeat(50_000)],
])('texts that differ in white space alone are equal', (left, right) => {
  expect(compare(left, right)).toBeUndefined();
});

test.each([
  ['[1.0]', '[1]', 'token 1: 1.0 at byte 1, 1 at byte 1'],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', 'token 1: "a" at byte 1, "b" at byte 1'],
  ['["\\u0041"]', '["A"]', 'token 1: "\\u0041" at byte 1, "A" at byte 1'],
  ['[1]', '[1', 'token 2: ] at byte 2, the end at byte 2'],
  ['[1,2]', '[12]', 'token 1: 1 at byte 1, 12 at byte 1'],
  ['["a b"]', '["ab"]', 'token 1: "a b" at byte 1, "ab" at byte 1'],
])('%j and %j differ', (left, right, sentence) => {
  expect(compare(left, right)).toBe(sentence);
});
