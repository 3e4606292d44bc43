import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-kinds.ts';
import { createTables, type TableSketch } from '../create-tables.ts';

/** What servers that do not draw ask of those that do; it lasts for seconds, so PostgreSQL need not survive with it. */
export async function renderBatches(database: Kysely<never>): Promise<void> {
  await createTables(database, tables);
  if (isPostgres(database)) await sql`alter table render_batches set unlogged`.execute(database);
}

const tables: Record<string, TableSketch> = {
  render_batches: {
    columns: {
      id: 'text',
      asker: 'text',
      organization_id: 'text',
      caller: 'text',
      file_key: 'text',
      snapshot: 'text',
      options: 'text',
      wanted: 'text',
      turn: 'integer',
      asked_at: 'integer',
      lease: 'text?',
      outcomes: 'text?',
    },
    key: ['id'],
    indexes: [['turn', 'asked_at'], ['organization_id']],
  },
};
