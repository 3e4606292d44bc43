import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { openBlobCache } from './blob-cache.ts';
import { deleteBlobRows, insertBlob, listBlobRows } from './blob-rows-store.ts';
import type { BlobStore } from './blob-store.ts';
import { boundedWork } from './bounded-work.ts';
import { claimFolderToFill } from './claim-folder.ts';
import { claimObjects } from './claim-objects.ts';
import { openDiskBlobStore } from './disk-blob-store.ts';
import { diskFiles } from './disk-files.ts';
import type { ObjectStore } from './object-store.ts';
import { heldBytes } from './remote.ts';
import { remoteBlobStore } from './remote-blob-store.ts';
import { s3Objects } from './s3-objects.ts';
import { severalAtOnce } from './several-at-once.ts';
import { type StoredBlobs, unmeasured } from './stored-blobs.ts';

export type ArrivingBlobs = Pick<BlobStore, 'put' | 'has'> & { close(): Promise<void> };

/**
 * Opens a store for blobs that are brought from another one, while no server works with it.
 * @param parts.database where the rows of a bucket's objects are written
 * @throws StoreUnusable
 */
export async function openArrivingBlobs(parts: {
  readonly config: Pick<Config, 'dataFolder' | 'blobs'>;
  readonly database: Kysely<Tables>;
  /** Id of the installation whose blobs they are. */
  readonly installation: string;
  readonly randomPart: () => string;
  readonly now: () => number;
  readonly log: Logger;
}): Promise<ArrivingBlobs> {
  const { config, database, installation, randomPart, log } = parts;
  const { blobs: place, dataFolder } = config;
  if (place === undefined) {
    const folder = join(dataFolder, 'blobs');
    const blobs = await openDiskBlobStore({ folder });
    await claimFolderToFill({ folder, installation });
    return { ...blobs, close: async () => {} };
  }
  const measures = unmeasured;
  const objects = await s3Objects({ place, measures, log });
  try {
    await claimObjects({ objects, database, installation, randomPart, isFilling: true });
    // What has been sent is read by nobody here.
    const none = { mostBytes: 0, inUseMs: 0, measures };
    const folder = join(dataFolder, 'cache', 'arriving');
    const cache = await openBlobCache({ folder, ...none });
    const store = remoteBlobStore({ ...parts, objects, cache, files: diskFiles, measures });
    return { ...store, close: () => closeAll(objects, folder) };
  } catch (error) {
    objects.close();
    throw error;
  }
}

async function closeAll(objects: ObjectStore, folder: string): Promise<void> {
  objects.close();
  await rm(folder, { recursive: true, force: true });
}

const movedAtOnce = 16;
/** Memory of what is on its way. */
const mostBytesUnderWay = 128 * 1024 * 1024;

/**
 * Brings blobs from one store to another, each compared with its name; those that are there are left.
 * @param advance hears of each that is there then
 * @throws BlobNotFound, BlobDamaged, ObjectMissing, ObjectCut, StoreAway, and whatever ended the signal
 */
export async function bringBlobs(
  ids: Iterable<BlobId>,
  { from, to }: { readonly from: StoredBlobs; readonly to: ArrivingBlobs },
  { advance, signal }: { readonly advance: () => void; readonly signal: AbortSignal },
): Promise<void> {
  const withinBytes = boundedWork(mostBytesUnderWay);
  await severalAtOnce(ids, movedAtOnce, async (id) => {
    signal.throwIfAborted();
    if (!(await to.has(id)))
      await withinBytes(heldBytes(await from.sizeOf(id)), () =>
        to.put(Readable.from(from.read(id), { objectMode: false })),
      );
    advance();
  });
}

/** Names the same objects in another database, where both have one bucket. */
export async function copyBlobRows(from: Kysely<Tables>, to: Kysely<Tables>): Promise<void> {
  await deleteBlobRows(to);
  for await (const row of listBlobRows(from)) await insertBlob(to, row);
}
