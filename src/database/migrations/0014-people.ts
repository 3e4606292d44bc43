import { type Kysely, sql } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Invitations into organizations, links to choose another password, and people found by their e-mail address. */
export async function people(database: Kysely<never>): Promise<void> {
  await createTables(database, tables);
  await database.schema.createIndex('users_lower_email').on('users').expression(sql`lower(email)`).execute();
}

const tables: Record<string, TableSketch> = {
  invitations: {
    columns: {
      id: 'text',
      organization_id: 'text',
      email: 'text',
      handle: 'text?',
      role: 'text',
      seat: 'text',
      hash: 'text',
      inviter_id: 'text',
      delivery: 'text',
      created_at: 'integer',
      sent_at: 'integer',
      expires_at: 'integer',
    },
    key: ['id'],
    unique: [['hash']],
    references: {
      organization_id: ['organizations.id', 'cascade'],
      inviter_id: ['users.id', 'cascade'],
    },
    indexes: [['organization_id'], ['inviter_id'], ['expires_at']],
  },
  password_resets: {
    columns: {
      hash: 'text',
      user_id: 'text',
      shown_to: 'text?',
      created_at: 'integer',
      expires_at: 'integer',
    },
    key: ['hash'],
    references: { user_id: ['users.id', 'cascade'], shown_to: ['users.id', 'cascade'] },
    indexes: [['user_id'], ['shown_to'], ['expires_at']],
  },
};
