import { expect, test } from 'vitest';
import { openCursor, sealCursor } from './position-cursor.ts';

test('a cursor opens to what it was made of', () => {
  expect(openCursor(sealCursor(['asc', 12, 'a:b']))).toEqual(['asc', 12, 'a:b']);
});

test('a cursor that was cut anywhere opens to nothing', () => {
  const cursor = sealCursor(['asc', 1234, '900']);
  for (let length = 0; length < cursor.length; length += 1) {
    expect(openCursor(cursor.slice(0, length))).toEqual([]);
  }
});

test.each(['', 'x', '!!!', 'bnVsbA', 'e30', 'MTI', '\u{1f600}', 'a'.repeat(10_000)])(
  'text that is no cursor opens to nothing: %j',
  (text) => expect(openCursor(text)).toEqual([]),
);

test('a cursor with a NUL character opens to nothing, so that no database is asked for it', () => {
  expect(openCursor(sealCursor([0, '12\0', '13']))).toEqual([]);
});
