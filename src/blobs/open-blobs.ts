import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Tables } from '../database/tables.ts';
import { openBlobCache } from './blob-cache.ts';
import type { BlobStore } from './blob-store.ts';
import { admitToFolder, claimFolder } from './claim-folder.ts';
import { claimObjects, refuseWithoutObjects } from './claim-objects.ts';
import { openDiskBlobStore } from './disk-blob-store.ts';
import type { DiskFiles } from './disk-files.ts';
import type { StoreMeasures } from './object-store.ts';
import { remoteBlobStore } from './remote-blob-store.ts';
import { s3Objects } from './s3-objects.ts';

export interface OpenBlobsParts {
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'blobs' | 'cacheBytes'>;
  readonly database: Kysely<Tables>;
  readonly files: DiskFiles;
  readonly now: () => number;
  readonly randomPart: () => string;
  readonly log: Logger;
  /** Id of the installation. */
  readonly installation: string;
  readonly measures: () => StoreMeasures;
}

/**
 * Opens the store of the settings: the bucket that they name, or the data folder.
 * @throws StoreUnusable
 */
export async function openBlobs(parts: OpenBlobsParts): Promise<{ blobs: BlobStore; close(): void }> {
  const { config, database, files, now, randomPart, log, installation } = parts;
  const { blobs: place, dataFolder, cacheBytes } = config;
  if (place === undefined) return { blobs: await openFolder(parts), close: () => undefined };
  const measures = parts.measures();
  const objects = await s3Objects({ place, measures, log });
  try {
    await claimObjects({ objects, database, installation, randomPart });
    const folder = join(dataFolder, 'cache', 'blobs');
    const cache = await openBlobCache({ folder, mostBytes: cacheBytes, measures });
    const blobs = remoteBlobStore({ database, objects, cache, files, now, randomPart, log, measures });
    return { blobs, close: objects.close };
  } catch (error) {
    objects.close();
    throw error;
  }
}

async function openFolder({ config, database, files, installation }: OpenBlobsParts): Promise<BlobStore> {
  const folder = join(config.dataFolder, 'blobs');
  const blobs = await openDiskBlobStore({ folder, files });
  await refuseWithoutObjects(database, blobs);
  await claimFolder({ folder, installation, blobs, database, databaseUrl: config.databaseUrl });
  return { ...blobs, admit: (other) => admitToFolder({ folder, installation: other }) };
}
