import type { Hash } from 'node:crypto';
import type { BlobId } from './blob-store.ts';

/** Anything else names no blob, above all nothing with a slash in it. */
export function isBlobId(id: string): id is BlobId {
  return /^[0-9a-f]{64}$/.test(id);
}

/** The id of the bytes that were hashed. */
export const blobIdOf = (sha256: Hash): BlobId => sha256.digest('hex') as BlobId;

const sliceBytes = 1 << 20;

/** Parts small enough that hashing one does not hold up other work. */
export function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}
