import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { deleteOldCodes } from '../access/code-store.ts';
import { deleteOldInvitations } from '../access/invitation-store.ts';
import { deleteEndedPasswordResets } from '../access/password-reset-store.ts';
import { deleteEmptyBuckets } from '../access/rate-limits/bucket-store.ts';
import { deleteEndedSessions } from '../access/session-store.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import type { Tables } from '../database/tables.ts';
import { deleteExpiredRenders } from '../images/render-store.ts';
import { deleteUnreferencedBlobs } from './blob-sweep.ts';
import { countUses } from './count-uses.ts';
import { keepLogs, type LogRetentionParts } from './log-retention.ts';
import { pruneDeliveries } from './pruning-store.ts';
import { readTexts } from './read-texts.ts';

export interface ChoreParts {
  readonly database: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly clock: { now(): number };
  readonly ids: { ordered(): string };
  readonly config: LogRetentionParts['config'] & { readonly testMode: boolean };
  readonly snapshots: SnapshotShelf;
}

/** Work that comes round every hour. Each may be done again, or broken off, at any time. */
export interface Chore {
  readonly name: string;
  /** For the log. */
  readonly failure: string;
  readonly work: (parts: ChoreParts, now: number) => Promise<unknown>;
}

export const chores: readonly Chore[] = [
  { name: 'logs', failure: 'old logs were not deleted', work: keepLogs },
  {
    name: 'deliveries',
    failure: 'old deliveries were not deleted',
    work: ({ database }, now) => pruneDeliveries(database, now),
  },
  { name: 'uses', failure: 'uses of libraries were not counted', work: countUses },
  {
    name: 'texts',
    failure: 'texts of new versions were not read',
    work: (parts) => readTexts(parts),
  },
  {
    name: 'renderings',
    failure: 'old renderings were not forgotten',
    work: ({ database }, now) => deleteExpiredRenders(database, now),
  },
  {
    name: 'sessions',
    failure: 'ended sessions were not deleted',
    work: ({ database }, now) => deleteEndedSessions(database, now),
  },
  {
    name: 'codes',
    failure: 'old authorization codes were not deleted',
    work: ({ database }, now) => deleteOldCodes(database, now),
  },
  {
    name: 'invitations',
    failure: 'old invitations were not deleted',
    work: ({ database }, now) => deleteOldInvitations(database, now),
  },
  {
    name: 'links',
    failure: 'ended links were not deleted',
    work: ({ database }, now) => deleteEndedPasswordResets(database, now),
  },
  {
    name: 'rate limits',
    failure: 'used up rate limits were not forgotten',
    work: ({ database }, now) => deleteEmptyBuckets(database, now),
  },
  {
    name: 'blobs',
    failure: 'unreferenced blobs were not deleted',
    // Test mode goes back to earlier states, so there no blob is ever superfluous.
    work: async (parts, now) => {
      if (!parts.config.testMode) await deleteUnreferencedBlobs(parts, now);
    },
  },
];
