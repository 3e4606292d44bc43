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
import { messageOf } from '../errors.ts';
import { deleteExpiredRenders } from '../images/render-store.ts';
import { deleteUnreferencedBlobs } from './blob-sweep.ts';
import { countUses } from './count-uses.ts';
import { keepLogs, type LogRetentionParts } from './log-retention.ts';
import { pruneDeliveries } from './pruning-store.ts';
import { readTexts } from './read-texts.ts';

const hourMs = 3_600_000;

export interface UpkeepParts {
  readonly database: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly clock: { now(): number };
  readonly ids: { ordered(): string };
  readonly config: LogRetentionParts['config'];
  readonly snapshots: SnapshotShelf;
  /** Test mode goes back to earlier states, so there no blob is ever superfluous. */
  readonly testMode?: object;
}

/** Work that comes round by itself while the server runs. */
export function startUpkeep(
  parts: UpkeepParts,
  chores: { now: () => number; renewCertificate: () => Promise<void> },
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const everyHour = (name: string, work: () => Promise<unknown>): NodeJS.Timeout => {
    const run = () => {
      running = running.then(work).catch((error) => parts.log.error({ error: messageOf(error) }, name));
    };
    return setInterval(run, hourMs).unref();
  };
  const timers = [
    everyHour('the certificate was not renewed', chores.renewCertificate),
    everyHour('old logs were not deleted', () => keepLogs(parts, parts.clock.now())),
    everyHour('old deliveries were not deleted', () => pruneDeliveries(parts.database, parts.clock.now())),
    everyHour('uses of libraries were not counted', () => countUses(parts)),
    everyHour('texts of new versions were not read', () => readTexts(parts)),
    everyHour('old renderings were not forgotten', () =>
      deleteExpiredRenders(parts.database, parts.clock.now()),
    ),
    everyHour('ended sessions were not deleted', () =>
      deleteEndedSessions(parts.database, parts.clock.now()),
    ),
    everyHour('old authorization codes were not deleted', () =>
      deleteOldCodes(parts.database, parts.clock.now()),
    ),
    everyHour('old invitations were not deleted', () =>
      deleteOldInvitations(parts.database, parts.clock.now()),
    ),
    everyHour('ended links were not deleted', () =>
      deleteEndedPasswordResets(parts.database, parts.clock.now()),
    ),
    everyHour('used up rate limits were not forgotten', () =>
      deleteEmptyBuckets(parts.database, parts.clock.now()),
    ),
    everyHour('unreferenced blobs were not deleted', async () => {
      if (parts.testMode === undefined) await deleteUnreferencedBlobs(parts, chores.now());
    }),
  ];
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
