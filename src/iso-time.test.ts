import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [1_790_000_000_999, '2026-09-21T14:13:20Z'],
  [-1, '1969-12-31T23:59:59Z'],
  [8.64e15, '+275760-09-13T00:00:00Z'],
])('The time %d is spelled to the second: %s', (milliseconds, spelled) => {
  expect(isoTime(milliseconds)).toBe(spelled);
});
