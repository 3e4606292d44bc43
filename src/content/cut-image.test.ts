import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isCutShort } from './cut-image.ts';

/** Noise of few colours, so that no format makes it one part. */
const noise = () => {
  const [width, height] = [67, 41];
  const pixels = Buffer.alloc(width * height * 3);
  let state = 7;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    pixels[at] = (state >> 16) & 0xe0;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** 3 × 2 px of 24 bits, from below, each row filled to 12 bytes. */
function bitmap(): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(3, 18);
  header.writeInt32LE(2, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return Buffer.concat([header, Buffer.alloc(24, 9)]);
}

/** Each with how many bytes its end may lack that nobody misses. */
const images: readonly [string, string, () => Promise<Buffer>, number?][] = [
  ['a PNG', 'image/png', () => noise().png().toBuffer()],
  ['a JPEG', 'image/jpeg', () => noise().jpeg().toBuffer()],
  ['a progressive JPEG', 'image/jpeg', () => noise().jpeg({ progressive: true }).toBuffer()],
  [
    'a JPEG that tells of its camera',
    'image/jpeg',
    () =>
      noise()
        .withExif({ IFD0: { Make: 'An example' } })
        .jpeg()
        .toBuffer(),
  ],
  ['a GIF', 'image/gif', () => noise().gif().toBuffer(), 1],
  ['a WebP', 'image/webp', () => noise().webp().toBuffer(), 1],
  ['a WebP without loss', 'image/webp', () => noise().webp({ lossless: true }).toBuffer(), 1],
  ['an AVIF', 'image/avif', () => noise().avif().toBuffer()],
  ['a TIFF', 'image/tiff', () => noise().tiff({ compression: 'none' }).toBuffer()],
  ['a TIFF of tiles', 'image/tiff', () => noise().tiff({ tile: true, compression: 'lzw' }).toBuffer()],
  ['a BMP', 'image/bmp', async () => bitmap()],
];

it.each(images)(
  '%s is whole, also with bytes behind its end, and every beginning of it is cut',
  async (_what, type, make, missable = 0) => {
    const bytes = await make();
    expect(isCutShort(bytes, type)).toBe(false);
    expect(isCutShort(Buffer.concat([bytes, Buffer.from('more behind its end')]), type)).toBe(false);
    const lengths = Array.from({ length: bytes.length - missable - 12 }, (_none, index) => index + 12);
    expect(lengths.filter((length) => !isCutShort(bytes.subarray(0, length), type))).toEqual([]);
  },
);

it.each(['image/svg+xml', undefined])('What no container tells of is not cut: %s', (type) => {
  expect(isCutShort(Buffer.from('GIF'), type)).toBe(false);
});

it.each(images)(
  'Bytes that begin as %s and go on as nothing of it are looked at for a short time',
  (_what, type) => {
    for (const value of [0, 1, 0xff]) {
      const bytes = Buffer.alloc(4_000_000, value);
      expect([true, false]).toContain(isCutShort(bytes, type));
    }
  },
);
