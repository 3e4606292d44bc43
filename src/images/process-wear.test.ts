import { expect, test } from 'vitest';
import { isWorn } from './process-wear.ts';

const fresh = { images: 10, megapixels: 1, heapBytes: 50_000_000, residentBytes: 200_000_000 };

test.each([
  ['has begun', {}, false],
  ['holds much', { heapBytes: 600_000_000 }, true],
  ['has drawn much', { megapixels: 5_000 }, true],
  ['has drawn many and holds much', { images: 2_000, residentBytes: 2_000_000_000 }, true],
  ['has drawn many and holds little', { images: 100_000 }, false],
  ['has drawn few and holds much', { residentBytes: 2_000_000_000 }, false],
])('a process that %s', (_title, more, worn) => {
  expect(isWorn({ ...fresh, ...more })).toBe(worn);
});
