import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Collections and variables of files, what libraries have published of them, and who uses which library. */
export const variables = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const ofFile = { file_key: ['files.key', 'cascade'] } as const;

const tables: Record<string, TableSketch> = {
  variable_files: {
    columns: {
      file_key: 'text',
      revision: 'text',
      next_number: 'integer',
      collection_ids: 'text',
      settled_for: 'text',
    },
    key: ['file_key'],
    references: ofFile,
  },
  variable_collections: {
    columns: { file_key: 'text', id: 'text', body: 'text' },
    key: ['file_key', 'id'],
    references: ofFile,
  },
  variables: {
    columns: { file_key: 'text', id: 'text', body: 'text' },
    key: ['file_key', 'id'],
    references: ofFile,
  },
  variable_publications: {
    columns: { file_key: 'text', revision: 'text', body: 'text' },
    key: ['file_key'],
    references: ofFile,
  },
  library_subscriptions: {
    columns: { file_key: 'text', library_key: 'text', created_at: 'integer' },
    key: ['file_key', 'library_key'],
    references: { ...ofFile, library_key: ['files.key', 'cascade'] },
    indexes: [['library_key']],
  },
};
