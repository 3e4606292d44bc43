import { describe, expect, it } from 'vitest';
import { nameProblem } from './name-rules.ts';

describe('A name', () => {
  it.each([
    'Ada',
    'José',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'a 🏴󠁧󠁢󠁳󠁣󠁴󠁿 b',
    '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
    '🏴‍☠️',
    '名前',
    'עברית',
    '👩‍👧',
    '❤️',
    'می‌خواهم',
    'a\u200bb',
    '\u0600',
  ])('may be %j', (name) => {
    expect(nameProblem(name)).toBeUndefined();
  });

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
    ['a\u2066b', 'U+2066, one of the isolates U+2066 to U+2069, which turn the direction of text'],
    ['\u2068a\u2069', 'U+2068, one of the isolates U+2066 to U+2069, which turn the direction of text'],
    ['a\uffff', 'U+FFFF, which is no character'],
    ['a\ufffe', 'U+FFFE, which is no character'],
    ['a\ufdd0', 'U+FDD0, which is no character'],
    ['a\u{1fffe}', 'U+1FFFE, which is no character'],
    ['a\u{10ffff}', 'U+10FFFF, which is no character'],
    ['a\u{e0041}', 'U+E0041, a tag that nobody sees'],
    ['a\u{e0067}\u{e007f}', 'U+E0067, a tag that nobody sees'],
    ['\u{1f3f4}\u{e0067}', 'U+E0067, a tag that nobody sees'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{e0068}', 'U+E0068, a tag that nobody sees'],
    ['\ud83d', 'half of a character'],
    ['a\udc00b', 'half of a character'],
    ['a\udc00\ud83d', 'half of a character'],
  ])('is told which of its characters cannot be in it: %j', (name, unfit) => {
    expect(nameProblem(name)).toBe(`The name holds ${unfit}.`);
  });
});
