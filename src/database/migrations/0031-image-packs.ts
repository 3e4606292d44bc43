import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Where images lie that any of several servers may be asked for. */
export const imagePacks = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  packed_images: {
    columns: { name: 'text', blob: 'text', start: 'integer', length: 'integer', used_at: 'integer' },
    key: ['name'],
    indexes: [['blob']],
  },
};
