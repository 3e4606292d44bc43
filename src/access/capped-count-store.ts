import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** How many rows of the table name the owner in the column; no more than `most` are looked at. */
export async function countUpTo(
  database: Kysely<Tables>,
  { table, column, most }: { readonly table: keyof Tables; readonly column: string; readonly most: number },
  ownerId: string,
): Promise<number> {
  const rows = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${ownerId} limit ${sql.lit(most)}`;
  const counted = await sql<{ count: number }>`select count(*) as count from (${rows}) as counted`.execute(
    database,
  );
  return Number(counted.rows[0]?.count);
}
