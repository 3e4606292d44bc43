import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { ImageError, type SceneImage } from './images.ts';
import { signature } from './png-chunks.ts';

/** Values of a pixel by the PNG's type of colour. */
const valuesByType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Where the seven passes of an interlaced PNG begin, and their steps: left, top, across, down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const oncePass = [[0, 0, 1, 1]] as const;

/** Bytes that the head of a PNG says its rows to have, each with one for its filter. */
function rowsBytes(png: Buffer): number {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const bitsOfPixel = png[24]! * (valuesByType[png[25]!] ?? 0);
  return (png[28] === 0 ? oncePass : passes).reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil(Math.max(0, width - left) / across);
    const rows = Math.ceil(Math.max(0, height - top) / down);
    return columns === 0 ? sum : sum + rows * (1 + Math.ceil((columns * bitsOfPixel) / 8));
  }, 0);
}

/** The packed data of a PNG, as far as it goes. */
function packedData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = signature.length; at + 8 <= png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return Buffer.concat(parts);
}

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/**
 * Makes sure that the data of a PNG unpacks to no more and no less than its pixels: what reads it stops where these are
 * complete, and would show the beginning of something else. Other images are taken.
 *
 * @throws ImageError
 */
export async function refuseUnfitRows({ bytes, mimeType }: SceneImage): Promise<void> {
  if (mimeType !== 'image/png') return;
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const most = rowsBytes(png);
  const data = await unpack(packedData(png), { maxOutputLength: Math.max(1, most) }).catch(() => undefined);
  if (data?.length !== most) throw new ImageError('The image is broken.');
}
