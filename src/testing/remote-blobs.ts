import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pino from 'pino';
import { type BlobCache, openBlobCache } from '../blobs/blob-cache.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { type DiskFiles, diskFiles } from '../blobs/disk-files.ts';
import type { ObjectStore, StoreMeasures } from '../blobs/object-store.ts';
import { remoteBlobStore } from '../blobs/remote-blob-store.ts';
import { s3Objects } from '../blobs/s3-objects.ts';
import type { ObjectPlace } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import { randomIds } from '../ids.ts';

/** What was counted, by what it was. */
export type Counts = Record<string, number>;

/** A store of blobs in a bucket with a database, local copies and counts of its own. */
export interface RemoteBlobs extends BlobStore {
  readonly database: Kysely<Tables>;
  readonly objects: ObjectStore;
  readonly cache: BlobCache;
  readonly counts: Counts;
  /** Lines of the log. */
  readonly lines: Record<string, unknown>[];
  close(): Promise<void>;
}

export function countingMeasures(counts: Counts): StoreMeasures {
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return {
    request: (kind, outcome) => count(`${kind} ${outcome}`),
    hit: () => count('hit'),
    fetched: () => count('fetched'),
    damaged: (where) => count(`damaged ${where}`),
    copies: (bytes, beyondBytes) => Object.assign(counts, { bytes, beyondBytes }),
  };
}

export async function openRemoteBlobs(parts: {
  folder: string;
  place: ObjectPlace;
  mostBytes?: number;
  now?: () => number;
  elapsedMs?: () => number;
  /** The file system; a test makes it run full. */
  files?: DiskFiles;
  /** Of another store of blobs, which shares it. */
  database?: Kysely<Tables>;
}): Promise<RemoteBlobs> {
  const { folder, place, mostBytes = 1e9, now = Date.now, elapsedMs, files = diskFiles } = parts;
  const counts: Counts = {};
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const measures = countingMeasures(counts);
  const opened = parts.database === undefined ? await openDatabase({ folder }) : undefined;
  const database = parts.database ?? (opened?.database as Kysely<Tables>);
  if (opened !== undefined) await migrate(database);
  const objects = await s3Objects({ place, measures, log });
  const cache = await openBlobCache({
    folder: join(folder, 'copies'),
    mostBytes,
    measures,
    ...(elapsedMs === undefined ? {} : { elapsedMs }),
  });
  const store = remoteBlobStore({
    database,
    objects,
    cache,
    files,
    now,
    randomPart: randomIds.libraryKey,
    log,
    measures,
  });
  const close = async () => {
    objects.close();
    await opened?.close();
  };
  return { ...store, database, objects, cache, counts, lines, close };
}

/** Where objects lie in the bucket of a server that tests started. */
export const placeAt = (endpoint: string, bucket: string, prefix = ''): ObjectPlace => ({
  bucket,
  prefix,
  endpoint,
  region: 'us-east-1',
  isPathStyle: true,
});
