import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-kinds.ts';
import { createTables, type TableSketch } from '../create-tables.ts';

/** The processes that serve an installation together, and an index by which leases are counted. */
export async function processes(database: Kysely<never>): Promise<void> {
  await createTables(database, tables);
  if (isPostgres(database))
    await sql`create index deliveries_leased on deliveries (webhook_id) where lease is not null`.execute(
      database,
    );
}

const tables: Record<string, TableSketch> = {
  processes: {
    columns: {
      id: 'text',
      name: 'text',
      version: 'text',
      schema: 'text',
      roles: 'text',
      renderer: 'text',
      started_at: 'integer',
      seen_at: 'integer',
    },
    key: ['id'],
    indexes: [['seen_at']],
  },
};
