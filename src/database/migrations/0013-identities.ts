import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Who people are at the provider of single sign-on. */
export const identities = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  identities: {
    columns: {
      id: 'text',
      issuer: 'text',
      subject: 'text',
      user_id: 'text',
      email: 'text?',
      created_at: 'integer',
      last_used_at: 'integer?',
    },
    key: ['id'],
    unique: [['issuer', 'subject']],
    references: { user_id: ['users.id', 'cascade'] },
    indexes: [['user_id']],
  },
};
