import { expect, test } from 'vitest';
import { isWorn } from './thread-wear.ts';

const fresh = { images: 10, megapixels: 1, heapBytes: 50_000_000, residentBytes: 400_000_000 };

test.each([
  ['has begun', {}, false],
  ['holds much itself', { heapBytes: 600_000_000 }, true],
  ['has drawn much', { megapixels: 5_000 }, true],
  ['has drawn many, in a process that holds much', { images: 2_000, residentBytes: 2_000_000_000 }, true],
  ['has drawn many, in a process that holds little', { images: 100_000 }, false],
  ['has drawn few, in a process that holds much', { residentBytes: 2_000_000_000 }, false],
])('a thread that %s', (_title, more, worn) => {
  expect(isWorn({ ...fresh, ...more })).toBe(worn);
});
