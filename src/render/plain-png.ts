import { deflateSync } from 'node:zlib';
import type { Size } from './geometry/rectangle.ts';
import type { Pixels } from './pixels.ts';
import { chunk, signature, statements } from './png-chunks.ts';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [r: number, g: number, b: number];

function header({ width, height }: Size): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  // One bit for a pixel, by a palette.
  content.set([1, 3, 0, 0, 0], 8);
  return chunk('IHDR', content);
}

/** A picture of one opaque colour as PNG, in as few bytes as can be. */
export function plainPng(size: Size, colour: Rgb): Buffer {
  const rows = Buffer.alloc(size.height * (1 + Math.ceil(size.width / 8)));
  const pixels = chunk('IDAT', deflateSync(rows, { level: 9 }));
  const end = chunk('IEND', Buffer.alloc(0));
  const palette = chunk('PLTE', Uint8Array.from(colour));
  return Buffer.concat([signature, header(size), statements, palette, pixels, end]);
}

/** The colour of a picture that has only one, and is opaque. */
export function onlyColour({ bytes }: Pixels): Rgb | undefined {
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const first = pixels[0];
  if (bytes[3] !== 255 || pixels.some((pixel) => pixel !== first)) return undefined;
  return [bytes[0]!, bytes[1]!, bytes[2]!];
}
