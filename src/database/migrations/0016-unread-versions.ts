import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Versions whose texts are still to be told to discovery. */
export const unreadVersions = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  unread_versions: {
    columns: { file_key: 'text', ordinal: 'integer', told: 'integer' },
    key: ['file_key', 'ordinal'],
    references: { file_key: ['files.key', 'cascade'] },
  },
};
