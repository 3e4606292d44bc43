import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { libraryDetachments } from '../content/library-detachments.ts';
import { type LibraryUse, libraryUses } from '../content/library-uses.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import { runYielding } from '../content/yielding.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { oneAfterAnother } from '../database/one-after-another.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { messageOf } from '../errors.ts';
import {
  namesUsedLess,
  nextUncounted,
  recordUses,
  snapshotBefore,
  type UncountedPlace,
  type UncountedVersion,
} from './counted-uses-store.ts';

interface CountParts {
  readonly database: Kysely<Tables>;
  readonly snapshots: SnapshotShelf;
  readonly log: Logger;
}

const inTurn = oneAfterAnother();

/**
 * Counts what new versions use of libraries, those of a file one after the other: what one has more than the one
 * before was inserted in the week of the version, and of what it has less the part that is still there was detached.
 */
export const countUses = (parts: CountParts): Promise<void> =>
  inTurn(parts.database, 'uses', () => countAll(parts));

/**
 * Goes on from place to place: rows taken before would be walked over again by each look for the first one. A
 * version that cannot be read is left for the next time with those of its file after it.
 */
async function countAll(parts: CountParts): Promise<void> {
  const unreadable = new Set<FileKey>();
  let after: UncountedPlace | undefined;
  for (;;) {
    const version = await nextUncounted(parts.database, after);
    if (version === undefined) return;
    after = version;
    if (unreadable.has(version.fileKey)) continue;
    await countVersion(parts, version).catch((error) => {
      unreadable.add(version.fileKey);
      const file = version.fileKey;
      parts.log.error({ error: messageOf(error), file }, 'uses of libraries in a version were not counted');
    });
  }
}

async function countVersion(parts: CountParts, version: UncountedVersion): Promise<void> {
  const { snapshot } = await parts.snapshots.open(version.snapshot);
  const uses = version.mainFileKey === null ? await runYielding(libraryUses(snapshot)) : [];
  const detached = await detachmentsIn(parts, version, snapshot, uses);
  await inTransaction(parts.database, (transaction) => recordUses(transaction, version, uses, detached));
}

/** By name of the assets that a version uses less than the one before. */
async function detachmentsIn(
  { database, snapshots }: CountParts,
  version: UncountedVersion,
  after: Snapshot,
  uses: readonly LibraryUse[],
): Promise<ReadonlyMap<string, number>> {
  const names = await namesUsedLess(database, version, uses);
  const earlier = names.size === 0 ? undefined : await snapshotBefore(database, version);
  if (earlier === undefined) return new Map();
  const { snapshot } = await snapshots.open(earlier);
  return runYielding(libraryDetachments(snapshot, after, names));
}
