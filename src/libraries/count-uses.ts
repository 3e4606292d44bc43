import type { Kysely } from 'kysely';
import { libraryDetachments } from '../content/library-detachments.ts';
import { type LibraryUse, libraryUses } from '../content/library-uses.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import { runYielding } from '../content/yielding.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Snapshot } from '../document/snapshot.ts';
import {
  firstUncounted,
  namesUsedLess,
  recordUses,
  snapshotBefore,
  type UncountedVersion,
} from './counted-uses-store.ts';

interface CountParts {
  readonly database: Kysely<Tables>;
  readonly snapshots: SnapshotShelf;
}

/**
 * Counts what new versions use of libraries, those of a file one after the other: what one has more than the one
 * before was inserted in the week of the version, and of what it has less the part that is still there was detached.
 */
export async function countUses(parts: CountParts): Promise<void> {
  for (;;) {
    const version = await firstUncounted(parts.database);
    if (version === undefined) return;
    const { snapshot } = await parts.snapshots.open(version.snapshot);
    const uses = version.mainFileKey === null ? await runYielding(libraryUses(snapshot)) : [];
    const detached = await detachmentsIn(parts, version, snapshot, uses);
    await inTransaction(parts.database, (transaction) => recordUses(transaction, version, uses, detached));
  }
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
