import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { BlobId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { AfterOthers } from '../processes/after-others.ts';
import type { BlobCache } from './blob-cache.ts';
import { isBlobId } from './blob-id.ts';
import { type BlobPlace, placeOfBlob } from './blob-rows-store.ts';
import { BlobNotFound } from './blob-store.ts';
import type { BoundedWork } from './bounded-work.ts';
import type { ComingBlob } from './coming-blob.ts';
import { type DiskFiles, isOutOfRoom } from './disk-files.ts';
import type { KeptParts } from './kept-parts.ts';
import { pieceBytes, piecesAtOnce } from './object-bytes.ts';
import type { ObjectStore, StoreMeasures } from './object-store.ts';

/** What blobs that lie elsewhere are kept with. */
export interface RemoteParts {
  readonly database: Kysely<Tables>;
  readonly objects: ObjectStore;
  readonly cache: BlobCache;
  /** The file system as arriving bytes see it. */
  readonly files: DiskFiles;
  readonly now: () => number;
  /** The part of an object's key that no other has. */
  readonly randomPart: () => string;
  readonly log: Logger;
  readonly measures: StoreMeasures;
}

export interface Remote extends RemoteParts {
  /** Blobs on their way here, so that what many wait for is brought once. */
  readonly fetching: Map<BlobId, Fetch>;
  /**
   * Of several that store the same bytes at once the first sends them, and the others find them there. Not for who is
   * in a transaction: the first may wait for its end.
   */
  readonly afterOthers: AfterOthers<BlobId>;
  /** Found to be lost or damaged, by this process; their rows say so to the others. Whoever stores the bytes again mends them. */
  readonly damaged: Set<BlobId>;
  /** Of blobs that have no local copy. */
  readonly parts: KeptParts;
  /** Bounds what is on its way, in bytes. */
  readonly withinBytes: BoundedWork;
}

/** A blob that is being brought. */
export interface Fetch {
  /** Of the local copy, once it is whole. */
  readonly path: Promise<string>;
  /** What can be read meanwhile; nothing where that is nothing. */
  readonly coming: Promise<ComingBlob | undefined>;
}

/** @throws BlobNotFound */
export async function placeOf({ database }: Remote, id: BlobId): Promise<BlobPlace> {
  const place = isBlobId(id) ? await placeOfBlob(database, id) : undefined;
  if (place === undefined) throw new BlobNotFound(id);
  return place;
}

/**
 * Gives the work a path for bytes that arrive; what is left there when it is done goes. Where the disk has no room for
 * them, copies make room for the next.
 */
export async function withIncoming<T>({ cache }: Remote, work: (path: string) => Promise<T>): Promise<T> {
  const path = await cache.newPath();
  try {
    return await work(path);
  } catch (error) {
    if (isOutOfRoom(error)) await cache.empty();
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** What a blob of this size holds of the memory while it is on its way. */
export const heldBytes = (sizeBytes: number): number => Math.min(sizeBytes, pieceBytes * piecesAtOnce);
