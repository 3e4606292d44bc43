import { createHash } from 'node:crypto';

/** What of a blob is brought, and held to its hash, by itself. A multiple of the pages that documents are read by. */
export const partBytes = 256 * 1024;
/** Half of a SHA-256: nobody finds other bytes for one that is given. */
const hashBytes = 16;

/** Hashes the parts of bytes on their way. */
export interface PartHashes {
  through(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** One after the other, once the bytes have gone through. */
  print(): string;
}

export function partHashes(): PartHashes {
  const hashes: Buffer[] = [];
  let part = createHash('sha256');
  let filled = 0;
  const endPart = (): void => {
    hashes.push(part.digest().subarray(0, hashBytes));
    part = createHash('sha256');
    filled = 0;
  };
  const take = (chunk: Uint8Array): void => {
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + partBytes - filled);
      part.update(some);
      filled += some.length;
      at += some.length;
      if (filled === partBytes) endPart();
    }
  };
  return {
    through: async function* (chunks) {
      for await (const chunk of chunks) {
        take(chunk);
        yield chunk;
      }
      if (filled > 0) endPart();
    },
    print: () => Buffer.concat(hashes).toString('base64'),
  };
}

/** Whether these are the bytes of that part. */
export function isPart(printed: string, index: number, chunks: readonly Uint8Array[]): boolean {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  // Four letters of base64 are three bytes, and the expected hash lies somewhere in them.
  const [first, end] = [index * hashBytes, (index + 1) * hashBytes];
  const letters = printed.slice(4 * Math.floor(first / 3), 4 * Math.ceil(end / 3));
  const expected = Buffer.from(letters, 'base64').subarray(first % 3, (first % 3) + hashBytes);
  return expected.equals(hash.digest().subarray(0, hashBytes));
}
