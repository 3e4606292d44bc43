import { expect, it } from 'vitest';
import { giveBack, isOpaque } from './pixels.ts';

it.each([
  [1, 1],
  [8, 1],
  [3, 5],
  [8, 4],
])('a picture of %d × %d px is opaque only where each of its px is', (width, height) => {
  const bytes = new Uint8ClampedArray(4 * width * height).fill(255);
  expect(isOpaque({ bytes, width, height })).toBe(true);
  for (let at = 3; at < bytes.length; at += 4) {
    bytes[at] = 254;
    expect(isOpaque({ bytes, width, height })).toBe(false);
    bytes[at] = 255;
  }
  bytes.fill(0);
  for (let at = 3; at < bytes.length; at += 4) bytes[at] = 255;
  expect(isOpaque({ bytes, width, height })).toBe(true);
});

it('gives memory of its own back at once, and leaves what may be a part of the pool', () => {
  const own = Buffer.alloc(2 * Buffer.poolSize, 1);
  const pooled = Buffer.from('a word');
  giveBack(own);
  giveBack(pooled);
  expect(own).toHaveLength(0);
  expect(pooled.toString()).toBe('a word');
});
