import { inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { DocumentRefused } from '../../../document/document-refused.ts';

const mebibyte = 2 ** 20;
const mostBytes = 1024 * mebibyte;

/** The most that so many packed bytes may become: real designs grow twelvefold. */
export const mostUnpacked = (packedBytes: number): number =>
  Math.min(mostBytes, 200 * packedBytes + 16 * mebibyte);

const leastChunk = 2 ** 14;
const mostChunk = 64 * mebibyte;

/** What nearly all become, in one piece: of several a copy is made. What of it is not used takes no memory. */
const usualUnpacked = (packedBytes: number): number =>
  Math.min(mostChunk, Math.max(leastChunk, 16 * packedBytes));

/** Unpacks deflate, or Zstandard where the bytes begin as such. @throws DocumentRefused */
export function unpack(packed: Uint8Array, most: number, what: string): Uint8Array {
  try {
    const options = { maxOutputLength: Math.max(1, most), chunkSize: usualUnpacked(packed.length) };
    return isZstandard(packed) ? zstdDecompressSync(packed, options) : inflateRawSync(packed, options);
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new DocumentRefused(
      isTooLarge
        ? `The file cannot be read: ${what} unpacks to more than ${most.toLocaleString('en')} bytes.`
        : `The file cannot be read: ${what} is damaged and cannot be unpacked.`,
    );
  }
}

const isZstandard = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;

/** What all packed members of one archive may become together. */
export class InflateBudget {
  #left: number;

  constructor(archiveBytes: number) {
    this.#left = mostUnpacked(archiveBytes);
  }

  /** @throws DocumentRefused */
  inflate(packed: Uint8Array, sizeBytes: number, what: string): Uint8Array {
    const content = unpack(packed, Math.min(sizeBytes, this.#left), what);
    this.#left -= content.length;
    return content;
  }
}
