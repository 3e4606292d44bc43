import { expect, test } from 'vitest';
import { longestSides, mostPixels, pictureSize } from './picture-size.ts';

const [tooMany, tooLong] = [/32 megapixels/, /65,500 px a side/].map((words) => expect.stringMatching(words));

test.each([
  ['is rounded up', 10.2, 7, { width: 11, height: 7, scale: 1 }],
  ['may have one side far longer than 32,767 px', 1e6, 30, { width: 1e6, height: 30, scale: 1 }],
  ['may be one px high and 32 megapixels wide', 32e6, 0.2, { width: 32e6, height: 1, scale: 1 }],
  ['is made smaller above 32 megapixels', 40_000, 10_000, { scaledDown: tooMany }],
  ['is made smaller where rounding up leads above 32 megapixels', 21e6, 1.5, { scaledDown: tooMany }],
  ['of one px is made as wide as can be', 1e9, 0.01, { width: 32e6, height: 1, scaledDown: tooMany }],
])('the size of a picture %s', (_title, width, height, expected) => {
  const size = pictureSize({ width, height }, 1);
  expect(size).toMatchObject(expected);
  expect(size.width * size.height).toBeLessThanOrEqual(mostPixels);
  expect('scaledDown' in size).toBe('scaledDown' in expected);
});

test('the size of a JPG is reduced to what the format can hold, and says so', () => {
  const size = pictureSize({ width: 131_000, height: 100 }, 1, longestSides.jpg);
  expect(size).toEqual({ width: 65_500, height: 50, scale: 0.5, scaledDown: tooLong });
});
