import { describe, expect, it } from 'vitest';
import { nameProblem } from './name-rules.ts';

describe('A name', () => {
  it.each(['Ada', 'José', '名前', 'עברית', '👩‍👧', '❤️', 'می‌خواهم', 'a\u200bb', '\u0600'])(
    'may be %j',
    (name) => {
      expect(nameProblem(name)).toBeUndefined();
    },
  );

  it.each([
    '',
    ' ',
    '\u200b',
    '\u00a0\u200d\ufeff',
    '\u2060',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u{e0041}',
  ])('is missing where nothing of it can be seen: %j', (name) => {
    expect(nameProblem(name)).toBe('A name is missing.');
  });

  it.each(['a\r\nb', 'a\u2028b'])('is one line: %j', (name) => {
    expect(nameProblem(name)).toBe('A name is one line of text.');
  });

  it.each([
    ['a\0', 'the control character U+0000'],
    ['a\tb', 'a tab'],
    ['a\u202eb', 'U+202E, which turns the direction of text'],
    ['a\u2066b', 'U+2066, which turns the direction of text'],
    ['\ud83d', 'half of a character'],
    ['a\udc00b', 'half of a character'],
    ['a\udc00\ud83d', 'half of a character'],
  ])('is told which of its characters cannot be in it: %j', (name, unfit) => {
    expect(nameProblem(name)).toBe(`The name holds ${unfit}.`);
  });
});
