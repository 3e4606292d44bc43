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

  it.each(['a\0', 'a\r\nb', 'a\u2028b', 'a\u202eb', '\ud83d', 'a\udc00b', 'a\udc00\ud83d'])(
    'is no line of text with half of a character, or what breaks or turns lines: %j',
    (name) => {
      expect(nameProblem(name)).toBe('A name is one line of text.');
    },
  );
});
