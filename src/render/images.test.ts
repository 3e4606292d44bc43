import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImage } from './images.ts';
import { chunk, signature } from './png-chunks.ts';

/** A PNG whose head promises that many pixels, and which holds none of them. */
function promise(side: number, { depth = 8, isInterlaced = false } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([depth, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(1000)));
  return Buffer.concat([signature, chunk('IHDR', head), pixels, chunk('IEND', Buffer.alloc(0))]);
}

const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'red' }, limitInputPixels: false });

describe('an image with too many pixels is refused before it is unpacked:', () => {
  it.each([
    ['a PNG of more than 128 megapixels', () => promise(12_000)],
    ['an interlaced PNG that would take more than 256 MB', () => promise(8_500, { isInterlaced: true })],
    ['an interlaced PNG of two bytes a value', () => promise(6_000, { isInterlaced: true, depth: 16 })],
    [
      'a progressive JPEG',
      () => flat(7_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['a WebP', () => flat(8_500).webp({ effort: 0 }).toBuffer()],
    ['a GIF', () => flat(8_500).gif({ effort: 1 }).toBuffer()],
  ])('%s', async (_title, make) => {
    await expect(readImage(await make())).rejects.toThrow('too many pixels');
  });

  it.each([
    ['a plain PNG of 100 megapixels', () => promise(10_000), 10_000],
    [
      'an interlaced PNG as large as the original keeps',
      () => promise(4096, { isInterlaced: true, depth: 16 }),
      4096,
    ],
    ['a progressive JPEG as large as that', () => flat(4096).jpeg({ progressive: true }).toBuffer(), 4096],
    ['a WebP as large as that', () => flat(4096).webp({ effort: 0 }).toBuffer(), 4096],
  ])('accepted is %s', async (_title, make, width) => {
    expect((await readImage(await make())).width).toBe(width);
  });
});
