import { chunk, signature } from './png-chunks.ts';

/** How much of a picture is another. */
export interface PixelCounts {
  readonly changed: number;
  readonly all: number;
}

const keyword = 'Changed pixels';
/** Of the header: length, type, 13 bytes and a checksum. */
const headerEnd = signature.length + 12 + 13;

/** The PNG of a difference, which says behind its header how many pixels differ. */
export function withPixelCount(png: Buffer, changed: number): Buffer {
  const said = chunk('tEXt', Buffer.from(`${keyword}\0${changed}`, 'latin1'));
  return Buffer.concat([png.subarray(0, headerEnd), said, png.subarray(headerEnd)]);
}

/** What such a PNG says; its first bytes are enough. */
export function pixelCounts(png: Buffer): PixelCounts {
  const start = headerEnd + 8 + keyword.length + 1;
  const end = headerEnd + 8 + png.readUInt32BE(headerEnd);
  return {
    changed: Number(png.toString('latin1', start, end)),
    all: png.readUInt32BE(16) * png.readUInt32BE(20),
  };
}
