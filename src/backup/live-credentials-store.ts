import type { Kysely } from 'kysely';
import type { DumpedRow } from '../database/dump.ts';
import type { TableName } from '../database/table-list.ts';
import type { Tables } from '../database/tables.ts';

/** What opens something and still counts, by what it is known by: of each table the rows that are there. */
export type LiveCredentials = ReadonlyMap<TableName, ReadonlySet<string>>;

/** What a row of such a table is known by. A secret that was replaced is another one. */
const marks = {
  tokens: (row: DumpedRow) => String(row.hash),
  app_grants: (row: DumpedRow) => `${row.app_id} ${row.user_id} ${row.refresh_hash}`,
  invitations: (row: DumpedRow) => String(row.hash),
  identities: (row: DumpedRow) => `${row.user_id} ${row.issuer} ${row.subject}`,
} as const satisfies { [T in TableName]?: (row: DumpedRow) => string };

/** Everything that counts now. */
export async function liveCredentials(database: Kysely<Tables>): Promise<LiveCredentials> {
  const live = new Map<TableName, Set<string>>();
  for (const table of Object.keys(marks) as (keyof typeof marks)[]) {
    const rows = await database.selectFrom(table).selectAll().execute();
    live.set(table, new Set(rows.map((row) => marks[table](row as unknown as DumpedRow))));
  }
  return live;
}

/** Whether a row of a backup of this installation still counts: what was ended since stays ended. */
export function isStillLive(live: LiveCredentials, table: TableName, row: DumpedRow): boolean {
  const markOf = (marks as Partial<Record<TableName, (row: DumpedRow) => string>>)[table];
  return markOf === undefined || live.get(table)?.has(markOf(row)) === true;
}
