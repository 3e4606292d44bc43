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
import { tellDamage } from './tell-damage.ts';

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
  /** Counts what is found in the data folder; what is found in a bucket its measures count. */
  readonly damaged: StoreMeasures['damaged'];
}

/**
 * Opens the store of the settings: the bucket that they name, or the data folder.
 * @throws StoreUnusable
 */
export async function openBlobs(parts: OpenBlobsParts): Promise<{ blobs: BlobStore; close(): void }> {
  const { config, database, files, now, randomPart, log, installation } = parts;
  const { blobs: place, dataFolder, cacheBytes } = config;
  if (place === undefined) return openFolder(parts);
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

async function openFolder(parts: OpenBlobsParts): Promise<{ blobs: BlobStore; close(): void }> {
  const { config, database, files, installation, damaged } = parts;
  const folder = join(config.dataFolder, 'blobs');
  const tell = tellDamage(parts);
  const blobs = await openDiskBlobStore({
    folder,
    files,
    found: (id, fault) => {
      damaged(fault === 'missing' ? fault : 'store');
      void tell(id);
    },
  });
  await refuseWithoutObjects(database, blobs);
  await claimFolder({ folder, installation, blobs, database, databaseUrl: config.databaseUrl });
  const admit = (other: string) => admitToFolder({ folder, installation: other });
  return { blobs: { ...blobs, admit }, close: blobs.close };
}
