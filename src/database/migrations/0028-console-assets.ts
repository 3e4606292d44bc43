import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Where the files lie that pages of each version load, so that servers of another one have them too. */
export const consoleAssets = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  console_assets: {
    columns: { name: 'text', blob: 'text', start: 'integer', length: 'integer', seen_at: 'integer' },
    key: ['name'],
    indexes: [['blob'], ['seen_at']],
  },
};
