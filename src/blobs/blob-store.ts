import type { Readable } from 'node:stream';
import type { IdOf } from '../contract/branded-ids.ts';

/** Name of stored bytes: the SHA-256 of their content in hex. The same bytes are stored once. */
export type BlobId = IdOf<'blob'>;

/** Where bytes are kept. Every store passes the checks of `blob-store.suite.ts`. */
export interface BlobStore {
  /** Stores the bytes durably: once this resolves they survive a loss of power. */
  put(bytes: Uint8Array | Readable): Promise<{ id: BlobId; sizeBytes: number }>;
  /** Takes a finished file of the local disk over (it is moved, not copied, where the store can). */
  adopt(path: string): Promise<{ id: BlobId; sizeBytes: number }>;
  /**
   * A path on the local disk where the blob can be read at any offset; a remote store brings it there first.
   * @throws BlobNotFound
   */
  localPath(id: BlobId): Promise<string>;
  /** @throws BlobNotFound when the stream is opened */
  read(id: BlobId, range?: { start: number; end: number }): Promise<Readable>;
  has(id: BlobId): Promise<boolean>;
  delete(id: BlobId): Promise<void>;
  /** All stored ids, in no order, with the time they were stored (milliseconds). */
  list(): AsyncIterable<{ id: BlobId; storedAt: number }>;
}

export class BlobNotFound extends Error {
  constructor(id: string) {
    super(`No blob ${id} is stored.`);
    this.name = 'BlobNotFound';
  }
}
