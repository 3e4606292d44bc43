import type { Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

/** Fonts that were added, and families of which it is only known that an organization shares them. */
export const fontTables = (database: Kysely<never>): Promise<void> =>
  createTables(database, {
    fonts: {
      columns: {
        id: 'text',
        organization_id: 'text?',
        family: 'text',
        faces: 'text',
        blob: 'text?',
        size_bytes: 'integer',
        shared: 'integer',
        created_at: 'integer',
      },
      key: ['id'],
      references: { organization_id: ['organizations.id', 'cascade'] },
      indexes: [['organization_id'], ['blob']],
    },
  });
