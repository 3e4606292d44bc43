import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import { keepingColumns } from '../database/blob-columns.ts';
import type { Tables } from '../database/tables.ts';

const isUnreferenced: RawBuilder<SqlBool> = sql.join(
  keepingColumns.map(
    ({ table, column }) =>
      sql`not exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = blobs.id)`,
  ),
  sql` and `,
);

/** Notes of blobs since when nothing refers to them, and takes the mark from those that something refers to again. */
export async function markUnreferenced(database: Kysely<Tables>, now: number): Promise<void> {
  await sql`update blobs set unreferenced_since = null
    where unreferenced_since is not null and not (${isUnreferenced})`.execute(database);
  // In parts, so that on the embedded database none of them holds up other requests.
  for (const beginning of beginningsOfIds)
    await sql`update blobs set unreferenced_since = ${now} where id > ${beginning} and id <= ${`${beginning}g`}
      and unreferenced_since is null and ${isUnreferenced}`.execute(database);
}

/** The first two digits that ids have. */
export const beginningsOfIds: readonly string[] = Array.from({ length: 256 }, (_, index) =>
  index.toString(16).padStart(2, '0'),
);

/**
 * Deletes the rows of blobs that were marked by then and that still nothing refers to, some at a time. Whoever stores
 * such a blob again at that moment writes the same row: they either take the mark away before, or find no row.
 */
export async function deleteMarked(
  database: Kysely<Tables>,
  before: number,
): Promise<{ readonly id: BlobId; readonly object: string }[]> {
  const isDue = sql`unreferenced_since <= ${before} and ${isUnreferenced}`;
  const { rows } = await sql<{ id: BlobId; object: string }>`
    delete from blobs where id in (select id from blobs where ${isDue} limit ${deletedAtOnce}) and ${isDue}
    returning id, object`.execute(database);
  return rows;
}

export const deletedAtOnce = 200;
