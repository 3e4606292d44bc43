import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Config } from '../config.ts';
import type { ConsoleFiles } from '../console/console-files.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import type { Tables } from '../database/tables.ts';
import type { SecretTexts } from '../installation/installation-secret.ts';
import type { LogRetentionParts } from './log-retention.ts';

export interface ChoreParts {
  readonly database: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly clock: { now(): number };
  readonly ids: { ordered(): string; secret(): string };
  readonly secret: { readonly texts: SecretTexts };
  readonly config: LogRetentionParts['config'] &
    Pick<Config, 'testMode' | 'databaseUrl' | 'blobs' | 'imageCacheBytes'>;
  readonly console: ConsoleFiles;
  readonly snapshots: SnapshotShelf;
}

/** Upkeep that recurs every hour. Each may be done again, or broken off, at any time. */
export interface Chore {
  readonly name: string;
  /** For the log. */
  readonly failure: string;
  readonly work: (parts: ChoreParts, now: number) => Promise<unknown>;
}
