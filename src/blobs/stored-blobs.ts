import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { listBlobRows, noteDamage, placeOfBlob } from './blob-rows-store.ts';
import { BlobNotFound } from './blob-store.ts';
import { readDiskBlobs } from './disk-blob-store.ts';
import { proven, provenBytes } from './object-bytes.ts';
import type { StoreMeasures } from './object-store.ts';
import { s3Objects } from './s3-objects.ts';

/** Blobs as they lie in the store of the settings, read beside the server that works with them. */
export interface StoredBlobs {
  /** Where a blob lies, or should, in words that lead an administrator there. */
  placeOf(id: BlobId): Promise<string>;
  /** @throws BlobNotFound */
  sizeOf(id: BlobId): Promise<number>;
  /**
   * The bytes, of which the last come once all are known to be those of the name.
   * @throws BlobNotFound, ObjectMissing, ObjectCut, BlobDamaged, StoreAway
   */
  read(id: BlobId): AsyncGenerator<Uint8Array>;
  /** Lets whoever stores the same bytes again mend a blob that was found changed. A folder needs no telling. */
  noteDamage?(id: BlobId): Promise<void>;
  /** Ids of all blobs of the folder, or of the table where they lie in a bucket. */
  list(): AsyncIterable<{ readonly id: BlobId }>;
  close(): void;
}

export async function openStoredBlobs(
  { blobs: place, dataFolder }: Pick<Config, 'blobs' | 'dataFolder'>,
  database: Kysely<Tables>,
  { log, now }: { readonly log: Logger; readonly now: () => number },
): Promise<StoredBlobs> {
  if (place === undefined) return inFolder(join(dataFolder, 'blobs'));
  const objects = await s3Objects({ place, measures: unmeasured, log });
  const rowOf = async (id: BlobId) => {
    const row = await placeOfBlob(database, id);
    if (row === undefined) throw new BlobNotFound(id);
    return row;
  };
  return {
    placeOf: async (id) => {
      const row = await placeOfBlob(database, id);
      return row === undefined ? 'no row in the table of blobs' : `${place.prefix}${row.object}`;
    },
    sizeOf: async (id) => (await rowOf(id)).sizeBytes,
    read: async function* (id) {
      yield* provenBytes(objects, id, await rowOf(id));
    },
    noteDamage: async (id) => noteDamage(database, id, { ...(await rowOf(id)), now: now() }),
    list: () => listBlobRows(database),
    close: objects.close,
  };
}

/** What a command reads once is shown to nobody. */
export const unmeasured: StoreMeasures = {
  request: () => {},
  hit: () => {},
  fetched: () => {},
  damaged: () => {},
  copies: () => {},
};

function inFolder(folder: string): StoredBlobs {
  const { pathOf, sizeOf, read, list } = readDiskBlobs(folder);
  return {
    placeOf: async (id) => pathOf(id),
    sizeOf,
    read: async function* (id) {
      yield* proven(id, await read(id), `the bytes of ${pathOf(id)} have another hash`);
    },
    list,
    close: () => {},
  };
}
