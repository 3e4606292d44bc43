import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from './column-kinds.ts';
import type { Tables } from './tables.ts';

/**
 * Whether a column of text has one of these values, however many callers name: they are one parameter of the
 * statement, since databases take so many and no more (SQLite 32,766).
 */
export function among(
  database: Kysely<Tables>,
  column: string,
  values: readonly string[],
): RawBuilder<SqlBool> {
  // Not every database takes NUL in a text, and nothing that is stored has it.
  const list = JSON.stringify([...new Set(values)].filter((value) => !value.includes('\0')));
  const rows = isPostgres(database)
    ? sql`select jsonb_array_elements_text(cast(${list} as jsonb))`
    : sql`select value from json_each(${list})`;
  return sql<SqlBool>`${sql.ref(column)} in (${rows})`;
}
