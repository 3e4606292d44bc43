import { createHash } from 'node:crypto';
import type { BlobId } from '../contract/branded-ids.ts';
import { blobIdOf } from './blob-id.ts';
import type { BlobPlace } from './blob-rows-store.ts';
import { BlobDamaged, type ByteRange, type ObjectStore } from './object-store.ts';

/** What one request asks for, so that one which breaks off is soon repeated. */
export const pieceBytes = 8 * 1024 * 1024;
/** So many of one object are asked for at once. */
export const piecesAtOnce = 4;

/** The ranges that make the whole; an empty object is one that ends before it begins. */
export function* piecesOf(sizeBytes: number, bytesOfEach = pieceBytes): Generator<ByteRange> {
  for (let start = 0; start === 0 || start < sizeBytes; start += bytesOfEach)
    yield { start, end: Math.min(start + bytesOfEach, sizeBytes) - 1 };
}

/** The bytes of an object in their order, of which the next pieces are on their way meanwhile. */
async function* chunksOf(objects: ObjectStore, { object, sizeBytes }: BlobPlace): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(sizeBytes);
  const underWay: Promise<readonly Uint8Array[]>[] = [];
  const ask = (): void => {
    const { value: range } = pieces.next();
    if (range === undefined) return;
    const asked = objects.get(object, range);
    // Whoever waits for an earlier piece hears of its failure first.
    asked.catch(() => undefined);
    underWay.push(asked);
  };
  for (let count = 0; count < piecesAtOnce; count += 1) ask();
  for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) {
    const chunks = await next;
    ask();
    yield* chunks;
  }
}

/**
 * The same, hashed on the way. The last chunk is held back until the bytes are known to be those of the name, so
 * nobody gets to the end of others.
 * @throws BlobDamaged, ObjectMissing, ObjectCut, StoreAway
 */
export async function* provenBytes(
  objects: ObjectStore,
  id: BlobId,
  place: BlobPlace,
): AsyncGenerator<Uint8Array> {
  yield* proven(id, chunksOf(objects, place), `the bytes of ${place.object} have another hash`);
}

/** Bytes of any origin, held to their name in the same way. @throws BlobDamaged */
export async function* proven(
  id: BlobId,
  chunks: AsyncIterable<Uint8Array>,
  otherwise: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for await (const chunk of chunks) {
    hash.update(chunk);
    if (last !== undefined) yield last;
    last = chunk;
  }
  if (blobIdOf(hash) !== id) throw new BlobDamaged(id, otherwise);
  if (last !== undefined) yield last;
}
