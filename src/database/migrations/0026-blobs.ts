import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Which object of the object store holds each blob. */
export const blobs = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  blobs: {
    columns: {
      id: 'text',
      object: 'text',
      size_bytes: 'integer',
      stored_at: 'integer',
      unreferenced_since: 'integer?',
    },
    key: ['id'],
    indexes: [['unreferenced_since']],
  },
};
