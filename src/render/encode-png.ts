import { deflateSync, type ZlibOptions } from 'node:zlib';
import sharp from 'sharp';
import { giveBack, isOpaque, type Pixels } from './pixels.ts';
import { chunk, chunkPieces, signature, statements } from './png-chunks.ts';

/** Below this many pixels the encoder of our own is faster: calling the other costs more than the work. */
const fewPixels = 65_536;

/** Above this many px a side the library takes long for each row, or refuses. */
const longSide = 100_000;

/** Of deflate: two thirds of the time of the usual level 6 for 4 % more bytes, on exports of real screens. */
const compressionLevel = 4;
/** A third less time again, for 3 % more bytes at the most: small pictures are made by the thousand. */
const smallPictures = { level: 3, chunkSize: 4096 };
/** Beside the library at its level: two thirds of the time for 2 to 16 % more bytes. */
const tiles = { level: 3, memLevel: 9, chunkSize: 256 * 1024 };

// A picture is encoded by the thread that drew it: the library's own threads would only compete with others.
sharp.concurrency(1);

function header(width: number, height: number, hasAlpha: boolean): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([8, hasAlpha ? 6 : 2, 0, 0, 0], 8);
  return chunk('IHDR', content);
}

/** The rows, each with the mark that it is not filtered. */
function rowsOf({ bytes, width, height }: Pixels): Uint8Array {
  const rowBytes = 1 + 4 * width;
  const rows = new Uint8Array(height * rowBytes);
  for (let y = 0; y < height; y += 1)
    rows.set(bytes.subarray(4 * width * y, 4 * width * (y + 1)), y * rowBytes + 1);
  return rows;
}

/**
 * The same without alpha, in the place of the pixels, which are gone then: each row ends where its px began, or
 * before. Memory that was never touched takes the system longer than the rows take.
 */
function rowsInPlace({ bytes, width, height }: Pixels): Uint8Array {
  const rowBytes = 1 + 3 * width;
  const rows = new Uint8Array(bytes.buffer, bytes.byteOffset, height * rowBytes);
  const packed = rowsWithoutAlpha(bytes, width);
  for (let y = 0; y < height; y += 1) {
    rows.set(packed(y), y * rowBytes + 1);
    rows[y * rowBytes] = 0;
  }
  return rows;
}

/** Red, green and blue of a row, in memory that the next one gets: four px are three words, at once. */
function rowsWithoutAlpha(bytes: Uint8ClampedArray, width: number): (y: number) => Uint8Array {
  const pixels = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const words = new Int32Array(3 * Math.ceil(width / 4));
  const row = new Uint8Array(words.buffer, 0, 3 * width);
  return (y) => {
    const end = (y + 1) * width;
    for (let at = y * width, to = 0; at < end; at += 4, to += 3) {
      const two = pixels[at + 1]!;
      const three = pixels[at + 2]!;
      words[to] = (pixels[at]! & 0xffffff) | (two << 24);
      words[to + 1] = ((two >>> 8) & 0xffff) | (three << 16);
      words[to + 2] = ((three >>> 16) & 0xff) | (pixels[at + 3]! << 8);
    }
    return row;
  };
}

function encodeHere(pixels: Pixels, packing: ZlibOptions): Buffer {
  const hasAlpha = !isOpaque(pixels);
  const unpacked = hasAlpha ? rowsOf(pixels) : rowsInPlace(pixels);
  const packed = deflateSync(unpacked, packing);
  const end = chunk('IEND', Buffer.alloc(0));
  const head = header(pixels.width, pixels.height, hasAlpha);
  const png = Buffer.concat([signature, head, statements, ...chunkPieces('IDAT', packed), end]);
  if (hasAlpha) giveBack(unpacked);
  giveBack(packed);
  return png;
}

const keptChunks = new Set(['IHDR', 'IDAT', 'IEND']);

/** Replaces the metadata that an encoder wrote by ours. */
function restate(png: Buffer): Buffer {
  const parts: Buffer[] = [signature];
  for (let at = signature.length; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    if (keptChunks.has(type)) parts.push(png.subarray(at, end));
    if (type === 'IHDR') parts.push(statements);
    at = end;
  }
  return Buffer.concat(parts);
}

/** Writes a picture as PNG; without an alpha channel where it is opaque. Its pixels may be others then. */
export async function encodePng(pixels: Pixels): Promise<Buffer> {
  const { bytes, width, height } = pixels;
  if (width * height < fewPixels || Math.max(width, height) > longSide)
    return encodeHere(pixels, smallPictures);
  const image = sharp(bytes, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  if (isOpaque(pixels)) image.removeAlpha();
  const written = await image.png({ compressionLevel, adaptiveFiltering: false, palette: false }).toBuffer();
  const png = restate(written);
  giveBack(written);
  return png;
}

/** The same of a part of a page that somebody looks at: soon rather than small. */
export const encodeTile = (pixels: Pixels): Buffer => encodeHere(pixels, tiles);
