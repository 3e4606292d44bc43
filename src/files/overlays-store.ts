import type { Kysely } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';

/** Writes down that a snapshot is kept as its difference from another. */
export async function keepOverlay(
  transaction: Kysely<Tables>,
  snapshot: BlobId,
  base: BlobId,
): Promise<void> {
  await transaction
    .insertInto('overlays')
    .values({ snapshot, base })
    .onConflict((conflict) => conflict.column('snapshot').doNothing())
    .execute();
}

/**
 * Deletes differences that no version is kept as any more, as deleted files leave them, so that they keep no snapshot.
 * They are looked for ahead, so that an hour in which nothing was deleted holds up no change.
 */
export async function deleteUnusedOverlays(database: Kysely<Tables>): Promise<void> {
  const rows = await overlaysWithoutVersion(database).select('overlays.snapshot').execute();
  const unused = rows.map(({ snapshot }) => snapshot);
  if (unused.length > 0) await inTransaction(database, (transaction) => deleteOverlays(transaction, unused));
}

/** Deletes those that are still without a version. */
async function deleteOverlays(transaction: Kysely<Tables>, snapshots: readonly BlobId[]): Promise<void> {
  for (const some of inStatements(snapshots)) {
    const unused = overlaysWithoutVersion(transaction).select('overlays.snapshot');
    await transaction
      .deleteFrom('overlays')
      .where('snapshot', 'in', some)
      .where('snapshot', 'in', unused)
      .execute();
  }
}

const overlaysWithoutVersion = (database: Kysely<Tables>) =>
  database
    .selectFrom('overlays')
    .leftJoin('versions', 'versions.snapshot', 'overlays.snapshot')
    .where('versions.id', 'is', null);
