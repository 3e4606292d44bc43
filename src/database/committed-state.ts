import { type Kysely, sql } from 'kysely';
import { askedTogether } from './asked-together.ts';
import { allRows } from './compiled-query.ts';
import type { Tables } from './tables.ts';

/**
 * PostgreSQL: a text that is another one once anything was committed, also by others. Two statements that see the same
 * transactions see the same rows; a database that went on elsewhere without some of them was started at another time.
 */
export const committedState = askedTogether<readonly [], string>(async (database) => {
  const [row] = await stateNow(database);
  return row && `${row.seen} ${row.startedAt}`;
});

const stateNow = allRows((database: Kysely<Tables>) =>
  database.selectNoFrom([
    sql<string>`cast(pg_current_snapshot() as text)`.as('seen'),
    sql<string>`cast(pg_postmaster_start_time() as text)`.as('startedAt'),
  ]),
);
