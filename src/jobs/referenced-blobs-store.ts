import { type Kysely, sql } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import { keepingColumns } from '../database/blob-columns.ts';
import { inStatements } from '../database/in-statements.ts';
import type { Tables } from '../database/tables.ts';

/** Every blob that something in the database keeps. */
export async function referencedBlobs(database: Kysely<Tables>): Promise<Set<string>> {
  const referenced = new Set<string>();
  for (const { table, column } of keepingColumns) {
    const blob = sql.ref(column);
    const query = sql<{
      blob: string;
    }>`select distinct ${blob} as blob from ${sql.table(table)} where ${blob} is not null`;
    for (const row of (await query.execute(database)).rows) referenced.add(row.blob);
  }
  return referenced;
}

/** Differences that no version is kept as any more, as deleted files leave them. */
export async function unusedOverlays(database: Kysely<Tables>): Promise<BlobId[]> {
  const rows = await overlaysWithoutVersion(database).select('overlays.snapshot').execute();
  return rows.map(({ snapshot }) => snapshot);
}

/** Deletes those that are still without a version, so that they keep no snapshot. */
export async function deleteOverlays(
  transaction: Kysely<Tables>,
  snapshots: readonly BlobId[],
): Promise<void> {
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
