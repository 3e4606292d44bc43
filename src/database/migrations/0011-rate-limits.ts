import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-kinds.ts';
import { createTables, type TableSketch } from '../create-tables.ts';

/**
 * What callers have used of their budgets. On PostgreSQL it is not logged ahead, so that no call waits for the
 * disk; after a crash of the database all budgets begin anew.
 */
export async function rateLimits(database: Kysely<never>): Promise<void> {
  await createTables(database, tables);
  if (isPostgres(database)) await sql`alter table rate_buckets set unlogged`.execute(database);
}

const tables: Record<string, TableSketch> = {
  rate_buckets: {
    columns: { key: 'text', empty_at: 'integer' },
    key: ['key'],
  },
};
