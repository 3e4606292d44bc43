import type { Kysely } from 'kysely';
import { libraryUses } from '../content/library-uses.ts';
import { patiently } from '../content/patiently.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { firstUncounted, recordUses } from './uses-store.ts';

/**
 * Counts what new versions use of libraries, those of a file one after the other: what one has more or less than
 * the one before was inserted or detached in the week of the version.
 */
export async function countUses(parts: {
  readonly database: Kysely<Tables>;
  readonly snapshots: SnapshotShelf;
}): Promise<void> {
  for (;;) {
    const version = await firstUncounted(parts.database);
    if (version === undefined) return;
    const { snapshot } = await parts.snapshots.open(version.snapshot);
    const uses = version.mainFileKey === null ? await patiently(libraryUses(snapshot)) : [];
    await inTransaction(parts.database, (transaction) => recordUses(transaction, version, uses));
  }
}
