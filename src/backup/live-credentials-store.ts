import type { Kysely, Selectable } from 'kysely';
import type { DumpedRow } from '../database/dump.ts';
import type { TableName, TablesThat } from '../database/table-list.ts';
import type { Tables } from '../database/tables.ts';

/** What opens something and still counts, by what it is known by: of each table the rows that are there. */
export type LiveCredentials = ReadonlyMap<TableName, ReadonlySet<string>>;

/** What a row of such a table is known by. A secret that was replaced is another one. */
const marks: { readonly [T in TablesThat<'while live'>]: (row: Selectable<Tables[T]>) => string } = {
  tokens: ({ hash }) => hash,
  app_grants: (row) => `${row.app_id} ${row.user_id} ${row.refresh_hash}`,
  invitations: ({ hash }) => hash,
  identities: (row) => `${row.user_id} ${row.issuer} ${row.subject}`,
};

/** Undefined for a row of another table. The row is one of that very table, be it from a backup. */
const markOf = (table: TableName, row: object): string | undefined =>
  (marks as Partial<Record<TableName, (row: never) => string>>)[table]?.(row as never);

/** Everything that counts now. */
export async function liveCredentials(database: Kysely<Tables>): Promise<LiveCredentials> {
  const live = new Map<TableName, Set<string>>();
  for (const table of Object.keys(marks) as (keyof typeof marks)[]) {
    const rows = await database.selectFrom(table).selectAll().execute();
    live.set(table, new Set(rows.map((row) => String(markOf(table, row)))));
  }
  return live;
}

/** Whether a row of a backup of this installation still counts: what was ended since stays ended. */
export function isStillLive(live: LiveCredentials, table: TableName, row: DumpedRow): boolean {
  const mark = markOf(table, row);
  return mark === undefined || live.get(table)?.has(mark) === true;
}
