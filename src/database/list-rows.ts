import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './column-kinds.ts';
import type { Tables } from './tables.ts';

/**
 * Rows to join with, as one JSON text: the statement is the same for any number of them, so a database keeps one
 * prepared, and not one for each number. `value->>0` is the first of a row.
 */
export const listRows = (
  database: Kysely<Tables>,
  rows: readonly (readonly unknown[])[],
  name = 'list',
): RawBuilder<unknown> =>
  isPostgres(database)
    ? sql`jsonb_array_elements(cast(${JSON.stringify(rows)} as jsonb)) as ${sql.ref(name)}(value)`
    : sql`json_each(${JSON.stringify(rows)}) as ${sql.ref(name)}`;
