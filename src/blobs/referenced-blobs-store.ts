import { type Kysely, sql } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import { keepingColumns } from '../database/blob-columns.ts';
import type { Tables } from '../database/tables.ts';

/** Every blob that something in the database keeps. */
export async function referencedBlobs(database: Kysely<Tables>): Promise<Set<BlobId>> {
  const referenced = new Set<BlobId>();
  for (const { table, column } of keepingColumns) {
    const blob = sql.ref(column);
    const query = sql<{
      blob: BlobId;
    }>`select distinct ${blob} as blob from ${sql.table(table)} where ${blob} is not null`;
    for (const row of (await query.execute(database)).rows) referenced.add(row.blob);
  }
  return referenced;
}
