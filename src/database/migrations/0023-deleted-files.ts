import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Keys of files and branches that were deleted: nobody else gets them. */
export const deletedFiles = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  deleted_files: {
    columns: { key: 'text', owner_id: 'text', had_content: 'integer', deleted_at: 'integer' },
    key: ['key'],
  },
};
