import { setImmediate as turn } from 'node:timers/promises';
import {
  type BrotliCompress,
  constants,
  crc32,
  createBrotliCompress,
  createDeflateRaw,
  createZstdCompress,
  type DeflateRaw,
  type ZstdCompress,
} from 'node:zlib';

/**
 * A body is a prefix, long and the same for every caller, and a short tail that differs. The prefix is
 * compressed once, up to a byte boundary and without the end of the stream; a request adds its tail as raw
 * blocks and the end, so that nothing is compressed while a caller waits.
 */
export type BodyEncoding = 'gzip' | 'br' | 'zstd';

/** What `seal` has to know of a prefix. */
export interface PreparedPrefix {
  /** Of the prefix's own bytes. */
  readonly crc32: number;
  readonly prefixBytes: number;
  /** Compressed bytes given to `write`. */
  readonly sizeBytes: number;
}

type Encoder = BrotliCompress | DeflateRaw | ZstdCompress;

interface Coding {
  /** Stands before the encoder's output. */
  readonly head: Buffer;
  readonly flush: number;
  open(): Encoder;
  seal(tail: Uint8Array, prefix: PreparedPrefix): Buffer;
}

const codings: Record<BodyEncoding, Coding> = {
  gzip: {
    // Magic, deflate, no flags, no time, no extra flags, unknown system. @see RFC 1952
    head: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]),
    flush: constants.Z_FULL_FLUSH,
    open: () => createDeflateRaw({ level: 6 }),
    seal: sealGzip,
  },
  br: {
    head: Buffer.alloc(0),
    flush: constants.BROTLI_OPERATION_FLUSH,
    open: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    seal: sealBrotli,
  },
  zstd: {
    head: Buffer.alloc(0),
    flush: constants.ZSTD_e_flush,
    open: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 6 } }),
    seal: sealZstd,
  },
};

/**
 * Compresses a prefix once. `write` receives the compressed bytes in order, one call at a time; memory
 * doesn't grow with the prefix.
 *
 * @throws RangeError for an empty prefix: without a first block not every encoding writes its stream's head
 */
export async function preparePrefix(
  prefix: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  encoding: BodyEncoding,
  write: (bytes: Buffer) => void | Promise<void>,
): Promise<PreparedPrefix> {
  const { head, flush, open } = codings[encoding];
  const output = new EncoderOutput(open());
  let crc = 0;
  let prefixBytes = 0;
  let sizeBytes = 0;
  const pass = async (bytes: Buffer[]) => {
    for (const part of bytes) {
      sizeBytes += part.length;
      await write(part);
    }
  };
  try {
    await pass(head.length > 0 ? [head] : []);
    for await (const part of prefix) {
      crc = crc32(part, crc);
      prefixBytes += part.length;
      await pass(await output.encode(part));
    }
    if (prefixBytes === 0) throw new RangeError('A prefix without bytes cannot be prepared.');
    await pass(await output.flush(flush));
  } finally {
    output.close();
  }
  return { crc32: crc, prefixBytes, sizeBytes };
}

/** An encoder that is fed one part at a time and never ended. */
class EncoderOutput {
  readonly #encoder: Encoder;
  #parts: Buffer[] = [];
  #failure: Error | undefined;

  constructor(encoder: Encoder) {
    this.#encoder = encoder;
    encoder.on('data', (part: Buffer) => this.#parts.push(part));
    encoder.on('error', (error) => {
      this.#failure = error;
    });
  }

  async encode(bytes: Uint8Array): Promise<Buffer[]> {
    await new Promise<void>((done) => this.#encoder.write(bytes, () => done()));
    return this.#take();
  }

  async flush(kind: number): Promise<Buffer[]> {
    await new Promise<void>((done) => this.#encoder.flush(kind, () => done()));
    while (this.#encoder.readableLength > 0) await turn();
    return this.#take();
  }

  close(): void {
    this.#encoder.destroy();
  }

  #take(): Buffer[] {
    if (this.#failure !== undefined) throw this.#failure;
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}

/** The bytes that complete a prepared prefix with this tail. */
export function seal(encoding: BodyEncoding, tail: Uint8Array, prefix: PreparedPrefix): Buffer {
  return codings[encoding].seal(tail, prefix);
}

/** Stored blocks, the checksum and the length. @see RFC 1951 section 3.2.4, RFC 1952 section 2.3.1 */
function sealGzip(tail: Uint8Array, prefix: PreparedPrefix): Buffer {
  const blocks = slices(tail, 0xffff, true).map(({ bytes, last }) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(last ? 1 : 0, 0);
    head.writeUInt16LE(bytes.length, 1);
    head.writeUInt16LE(bytes.length ^ 0xffff, 3);
    return Buffer.concat([head, bytes]);
  });
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tail, prefix.crc32), 0);
  trailer.writeUInt32LE((prefix.prefixBytes + tail.length) % 0x1_0000_0000, 4);
  return Buffer.concat([...blocks, trailer]);
}

/** Uncompressed meta-blocks and an empty last one. @see RFC 7932 section 9.2 */
function sealBrotli(tail: Uint8Array): Buffer {
  const blocks = slices(tail, 0x1_0000, false).map(({ bytes }) => {
    const head = Buffer.alloc(3);
    // Not the last, four nibbles of length, uncompressed: 1, 2, 16 and 1 bits from the lowest.
    head.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3);
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([...blocks, Buffer.from([0x03])]);
}

/** Raw blocks, the last marked as such. @see RFC 8878 section 3.1.1.2 */
function sealZstd(tail: Uint8Array): Buffer {
  const blocks = slices(tail, 0x2_0000, true).map(({ bytes, last }) => {
    const head = Buffer.alloc(3);
    head.writeUIntLE((bytes.length << 3) | (last ? 1 : 0), 0, 3);
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat(blocks);
}

/** With `evenEmpty`, nothing to slice is one empty slice. */
function slices(bytes: Uint8Array, size: number, evenEmpty: boolean): { bytes: Uint8Array; last: boolean }[] {
  const count = Math.max(evenEmpty ? 1 : 0, Math.ceil(bytes.length / size));
  return Array.from({ length: count }, (_, index) => ({
    bytes: bytes.subarray(index * size, (index + 1) * size),
    last: index === count - 1,
  }));
}
