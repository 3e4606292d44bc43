import { expect, it } from 'vitest';
import { embedSize } from './embed-size.ts';

it.each([
  [800, 450, 800, 450],
  [400, 900, 400, 225],
  [1600, 450, 800, 450],
  [1600, 900, 1600, 900],
  [1, 1, 1, 1],
  [2, 1, 2, 1],
  [1, 9_007_199_254_740_991, 1, 1],
  [9_007_199_254_740_991, 1, 2, 1],
  [333, 1000, 333, 187],
  [1000, 333, 592, 333],
])('An embed of 16:9 fits into %i × %i', (maxWidth, maxHeight, width, height) => {
  expect(embedSize(maxWidth, maxHeight)).toEqual({ width, height });
});

it('An embed is never wider or higher than asked for', () => {
  for (let maxWidth = 1; maxWidth < 200; maxWidth += 1) {
    for (let maxHeight = 1; maxHeight < 200; maxHeight += 1) {
      const { width, height } = embedSize(maxWidth, maxHeight);
      expect(width <= maxWidth && height <= maxHeight && width > 0 && height > 0).toBe(true);
    }
  }
});
