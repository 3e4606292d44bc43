import { type Kysely, sql } from 'kysely';
import { keepingColumns } from '../database/blob-columns.ts';
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
