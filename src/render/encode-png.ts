import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { isOpaque, type Pixels } from './pixels.ts';
import { chunk, signature, statements } from './png-chunks.ts';

/** Below this many pixels the encoder of our own is faster: calling the other costs more than the work. */
const fewPixels = 65_536;

/** Above this many px a side the library takes long for each row, or refuses. */
const longSide = 100_000;

/** Of deflate: two thirds of the time of the usual level 6 for 4 % more bytes, on exports of real screens. */
const compressionLevel = 4;
/** A third less time again, for 3 % more bytes at the most: small pictures are made by the thousand. */
const smallPictures = { level: 3, chunkSize: 4096 };

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
function rowsOf({ bytes, width, height }: Pixels, hasAlpha: boolean): Uint8Array {
  const rowBytes = 1 + (hasAlpha ? 4 : 3) * width;
  const rows = new Uint8Array(height * rowBytes);
  for (let y = 0; y < height; y += 1) {
    const row = bytes.subarray(4 * width * y, 4 * width * (y + 1));
    if (hasAlpha) rows.set(row, y * rowBytes + 1);
    else setWithoutAlpha(rows, row, y * rowBytes + 1);
  }
  return rows;
}

function setWithoutAlpha(rows: Uint8Array, row: Uint8ClampedArray, start: number): void {
  for (let from = 0, to = start; from < row.length; from += 4, to += 3) {
    rows[to] = row[from]!;
    rows[to + 1] = row[from + 1]!;
    rows[to + 2] = row[from + 2]!;
  }
}

function encodeHere(pixels: Pixels): Buffer {
  const hasAlpha = !isOpaque(pixels);
  const rows = deflateSync(rowsOf(pixels, hasAlpha), smallPictures);
  const end = chunk('IEND', Buffer.alloc(0));
  const head = header(pixels.width, pixels.height, hasAlpha);
  return Buffer.concat([signature, head, statements, chunk('IDAT', rows), end]);
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

/** Writes a picture as PNG; without an alpha channel where it is opaque. */
export async function encodePng(pixels: Pixels): Promise<Buffer> {
  const { bytes, width, height } = pixels;
  if (width * height < fewPixels || Math.max(width, height) > longSide) return encodeHere(pixels);
  const image = sharp(bytes, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  if (isOpaque(pixels)) image.removeAlpha();
  return restate(await image.png({ compressionLevel, adaptiveFiltering: false, palette: false }).toBuffer());
}
