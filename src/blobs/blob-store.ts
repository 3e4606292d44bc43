import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { BlobPlace } from './blob-rows-store.ts';
import type { ComingBlob } from './coming-blob.ts';
import type { PartedBlob } from './parts.ts';

export type { BlobId, BlobPlace };

/** What bytes are called, and how many they are. */
export interface Hashed {
  readonly id: BlobId;
  readonly sizeBytes: number;
}

/** Where bytes are kept; the same bytes are stored once. Every store passes the checks of `blob-store.suite.ts`. */
export interface BlobStore {
  /**
   * Stores the bytes durably: once this resolves they survive a loss of power.
   * @param within the transaction that is under way, where one is: what a store notes of the blob has to be part of
   * it, since another change would wait for its end
   */
  put(bytes: Uint8Array | Readable, within?: Kysely<Tables>): Promise<Hashed>;
  /**
   * Takes a finished file of the local disk over (it is moved, not copied, where the store can).
   * @param hashed what whoever wrote the file hashed then, so that it need not be read again for that
   */
  adopt(path: string, hashed?: Hashed): Promise<Hashed>;
  /**
   * A path on the local disk where the blob can be read at any offset; a remote store brings it there first.
   * @throws BlobNotFound, and BlobDamaged where it is known to be that
   */
  localPath(id: BlobId): Promise<string>;
  /**
   * The bytes as a stream. A remote store reads whole blobs past its local copies, so that a backup leaves these as
   * they are, and breaks the stream off where the bytes are not those of their name.
   * @throws BlobNotFound when the stream is opened
   */
  read(id: BlobId, range?: { start: number; end: number }): Promise<Readable>;
  /** Where parts of a blob can be had without the whole; nothing where `localPath` is the way. */
  inParts?(id: BlobId): Promise<PartedBlob | undefined>;
  /**
   * Has a local copy brought, and answers what can be read before it is whole; nothing where there is one, or where it
   * comes as a whole: `localPath` is the way then.
   */
  coming?(id: BlobId): Promise<ComingBlob | undefined>;
  /**
   * The bytes of a small blob, held to their name, from where it was said to lie, without a local copy of it; nothing
   * where `localPath` is the way: where there is a copy, or it does not lie there as it should.
   * @throws StoreAway
   */
  bytesAt?(id: BlobId, place: BlobPlace): Promise<Buffer | undefined>;
  has(id: BlobId): Promise<boolean>;
  /** @throws BlobNotFound */
  sizeOf(id: BlobId): Promise<number>;
  delete(id: BlobId): Promise<void>;
  /** All stored ids, in no order, with the time they were stored (milliseconds). */
  list(): AsyncIterable<{ id: BlobId; storedAt: number }>;
  /** Where others might take the store for theirs: the installation of this id, too, may have it from now on. */
  admit?(installation: string): Promise<void>;
  /** Tells a store of local copies that one is still read from, so that it does not make room with it. */
  noteUse?(id: BlobId): void;
  /**
   * Compares the bytes on the disk with their name; those of a remote store are compared as they come.
   * @throws BlobDamaged
   */
  prove?(id: BlobId): Promise<void>;
  /** Who keeps files open hears of those that are found damaged. */
  whenDamaged?(hear: (id: BlobId) => void): void;
  /** Deletes what nothing has referred to for a day, where the store finds that out itself; answers how many. */
  sweep?(now: number): Promise<number>;
  /** Compares what is stored with what should be, a part of it each time. */
  compare?(now: number): Promise<void>;
}

export class BlobNotFound extends Error {
  constructor(id: string) {
    super(`No blob ${id} is stored.`);
    this.name = 'BlobNotFound';
  }
}
