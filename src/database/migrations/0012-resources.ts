import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Links on nodes. */
export const resources = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  dev_resources: {
    columns: {
      id: 'text',
      file_key: 'text',
      node_id: 'text',
      name: 'text',
      url: 'text',
      created_at: 'integer',
      ordinal: 'text',
    },
    key: ['id'],
    references: { file_key: ['files.key', 'cascade'] },
    indexes: [['file_key', 'node_id']],
  },
};
