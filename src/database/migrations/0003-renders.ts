import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** What became of each node that was rendered. */
export const renderTables = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  renders: {
    columns: {
      id: 'text',
      file_key: 'text',
      snapshot: 'text',
      node_id: 'text',
      options: 'text',
      outcome: 'text',
      rendered_at: 'integer',
      expires_at: 'integer?',
    },
    key: ['id'],
    references: { file_key: ['files.key', 'cascade'] },
    indexes: [['file_key', 'node_id'], ['expires_at']],
  },
};
