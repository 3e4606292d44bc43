import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Collections and variables of files, and what libraries have published of them. */
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
};
