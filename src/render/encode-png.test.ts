import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encodePng, encodeTile } from './encode-png.ts';
import type { Pixels } from './pixels.ts';

/** A picture of many colours; with one px that can be seen through, where that is wanted. */
function picture(width: number, height: number, leastAlpha: number): Pixels {
  const bytes = Uint8ClampedArray.from(
    { length: 4 * width * height },
    (_, at) => (at * 7919 + (at >> 5)) & 255,
  );
  for (let at = 3; at < bytes.length; at += 4) bytes[at] = 255;
  bytes[bytes.length - 1] = leastAlpha;
  return { bytes, width, height };
}

const sizes = [
  [1, 1],
  [3, 2],
  [5, 4],
  [64, 7],
  [512, 512],
] as const;

it.each(sizes.flatMap(([width, height]) => [254, 255].map((alpha) => [width, height, alpha] as const)))(
  'what is written of %d × %d px, the last of alpha %d, is read as the same px',
  async (width, height, alpha) => {
    const { bytes } = picture(width, height, alpha);
    const pixels = () => ({ bytes: bytes.slice(), width, height });
    for (const png of [await encodePng(pixels()), encodeTile(pixels())]) {
      const { channels } = await sharp(png).metadata();
      expect(channels).toBe(alpha === 255 ? 3 : 4);
      expect((await sharp(png).ensureAlpha().raw().toBuffer()).equals(Buffer.from(bytes))).toBe(true);
    }
  },
);

it('leaves nothing but the file to the collector', async () => {
  const side = 512;
  const pictures = Array.from({ length: 8 }, () => ({
    bytes: new Uint8ClampedArray(randomBytes(4 * side ** 2)),
    width: side,
    height: side,
  }));
  const before = process.memoryUsage().external;
  let writtenBytes = 0;
  for (const pixels of pictures) writtenBytes += (await encodePng(pixels)).length;
  await setImmediate();
  // The file, and not once more what the library wrote.
  expect(process.memoryUsage().external - before).toBeLessThan(1.5 * writtenBytes);
});
