import { promisify } from 'node:util';
import zlib from 'node:zlib';

/**
 * A whole-file answer is a large front, the same for everybody, and a small tail that differs by caller. The
 * front is compressed once, up to a flush and without an end; each answer appends its tail as a stored block,
 * which costs a copy. The result is one ordinary gzip, Brotli or Zstandard stream.
 *
 * @see RFC 1951 section 3.2.4, RFC 1952, RFC 7932 section 9.2, RFC 8878 section 3.1.1.2
 */
export type SealedEncoding = 'gzip' | 'br' | 'zstd';

/** What sealing needs to know of a front; only gzip uses it. */
export interface FrontSums {
  /** CRC-32 of the plain front. */
  readonly crc32: number;
  /** Length of the plain front. */
  readonly plainBytes: number;
}

type Encoder = zlib.DeflateRaw | zlib.BrotliCompress | zlib.ZstdCompress;

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Levels where a better one costs more time than it saves bytes. */
const encoders: Readonly<Record<SealedEncoding, () => { encoder: Encoder; flush: number }>> = {
  gzip: () => ({
    encoder: zlib.createDeflateRaw({ level: 6, chunkSize }),
    flush: zlib.constants.Z_FULL_FLUSH,
  }),
  br: () => ({
    encoder: zlib.createBrotliCompress({
      chunkSize,
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_LGWIN]: 22 },
    }),
    flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  }),
  zstd: () => ({
    encoder: zlib.createZstdCompress({
      chunkSize,
      params: { [zlib.constants.ZSTD_c_compressionLevel]: 6, [zlib.constants.ZSTD_c_checksumFlag]: 0 },
    }),
    flush: zlib.constants.ZSTD_e_flush,
  }),
};
const chunkSize = 256 * 1024;

/**
 * Compresses a front (never empty) and hands the bytes to `write` one after the other as they come. The stream
 * has no end yet: `seal` gives it one.
 */
export async function compressFront(
  encoding: SealedEncoding,
  front: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array) => Promise<unknown>,
): Promise<FrontSums> {
  const { encoder, flush } = encoders[encoding]();
  let written: Promise<unknown> = encoding === 'gzip' ? write(gzipHeader) : Promise.resolve();
  encoder.on('data', (bytes: Uint8Array) => {
    written = written.then(() => write(bytes));
  });
  const failed = new Promise<never>((_resolve, reject) => encoder.once('error', reject));
  let crc32 = 0;
  let plainBytes = 0;
  const push = async () => {
    for await (const chunk of front) {
      crc32 = zlib.crc32(chunk, crc32);
      plainBytes += chunk.length;
      await promisify(encoder.write.bind(encoder) as (bytes: Uint8Array, done: () => void) => void)(chunk);
      await written;
    }
    await promisify(encoder.flush.bind(encoder) as (kind: number, done: () => void) => void)(flush);
    await new Promise((resolve) => setImmediate(resolve));
    await written;
  };
  try {
    await Promise.race([push(), failed]);
  } finally {
    encoder.removeAllListeners('data');
    encoder.close();
  }
  return { crc32, plainBytes };
}

/** The bytes that follow a compressed front so that the stream ends with this tail. */
export function seal(encoding: SealedEncoding, tail: Uint8Array, front: FrontSums): Buffer {
  return sealers[encoding](tail, front);
}

const sealers: Readonly<Record<SealedEncoding, (tail: Uint8Array, front: FrontSums) => Buffer>> = {
  gzip: sealGzip,
  br: sealBrotli,
  zstd: sealZstd,
};

function sealGzip(tail: Uint8Array, front: FrontSums): Buffer {
  const parts: Uint8Array[] = [];
  for (const [block, isLast] of blocksOf(tail, 65_535)) {
    const head = Buffer.alloc(5);
    head[0] = isLast ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    parts.push(head, block);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(zlib.crc32(tail, front.crc32), 0);
  trailer.writeUInt32LE((front.plainBytes + tail.length) % 2 ** 32, 4);
  return Buffer.concat([...parts, trailer]);
}

/** Uncompressed meta-blocks of at most 64 KiB (MNIBBLES 4), then an empty last one. */
function sealBrotli(tail: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (const [block] of blocksOf(tail, 65_536)) {
    if (block.length === 0) continue;
    const bits = ((block.length - 1) << 3) | (1 << 19);
    parts.push(Buffer.from([bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff]), block);
  }
  return Buffer.concat([...parts, Buffer.from([0x03])]);
}

/** Raw blocks of at most 128 KiB, the last one marked. */
function sealZstd(tail: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (const [block, isLast] of blocksOf(tail, 128 * 1024)) {
    const head = (block.length << 3) | (isLast ? 1 : 0);
    parts.push(Buffer.from([head & 0xff, (head >> 8) & 0xff, (head >> 16) & 0xff]), block);
  }
  return Buffer.concat(parts);
}

/** At least one block, each with whether it is the last. */
function* blocksOf(bytes: Uint8Array, mostBytes: number): Generator<[block: Uint8Array, isLast: boolean]> {
  for (let start = 0; start === 0 || start < bytes.length; start += mostBytes) {
    yield [bytes.subarray(start, start + mostBytes), start + mostBytes >= bytes.length];
  }
}
