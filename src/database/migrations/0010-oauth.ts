import type { Kysely } from 'kysely';
import { columnKinds } from '../column-kinds.ts';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Apps, what people allow them, the codes on the way there, and the sessions of people's browsers. */
export async function oauth(database: Kysely<never>): Promise<void> {
  await createTables(database, tables);
  const { text } = columnKinds(database);
  await database.schema
    .alterTable('tokens')
    .addColumn('app_id', text, (column) => column.references('apps.client_id').onDelete('cascade'))
    .execute();
  await database.schema
    .createIndex('tokens_app_id_user_id')
    .on('tokens')
    .columns(['app_id', 'user_id'])
    .unique()
    .execute();
  await database.schema
    .alterTable('users')
    .addColumn('projects_access', text, (column) => column.notNull().defaultTo('none'))
    .execute();
}

const tables: Record<string, TableSketch> = {
  apps: {
    columns: {
      client_id: 'text',
      secret_hash: 'text',
      organization_id: 'text',
      team_id: 'text?',
      creator_id: 'text?',
      state: 'text',
      configuration: 'text',
      approved: 'text?',
      revision: 'integer',
      review: 'text',
      review_words: 'text?',
      submitted_at: 'integer?',
      projects_access: 'text',
      created_at: 'integer',
    },
    key: ['client_id'],
    references: {
      organization_id: ['organizations.id', 'cascade'],
      team_id: ['teams.id', 'cascade'],
      creator_id: ['users.id', 'set null'],
    },
    indexes: [['organization_id'], ['team_id'], ['creator_id'], ['review', 'submitted_at']],
  },
  app_grants: {
    columns: {
      app_id: 'text',
      user_id: 'text',
      refresh_hash: 'text',
      scopes: 'text',
      code_hash: 'text?',
      created_at: 'integer',
    },
    key: ['app_id', 'user_id'],
    unique: [['refresh_hash']],
    references: { app_id: ['apps.client_id', 'cascade'], user_id: ['users.id', 'cascade'] },
    indexes: [['user_id'], ['code_hash']],
  },
  authorization_codes: {
    columns: {
      hash: 'text',
      app_id: 'text',
      user_id: 'text',
      redirect_uri: 'text',
      scopes: 'text',
      code_challenge: 'text?',
      expires_at: 'integer',
      used_at: 'integer?',
    },
    key: ['hash'],
    references: { app_id: ['apps.client_id', 'cascade'], user_id: ['users.id', 'cascade'] },
    indexes: [['app_id'], ['user_id'], ['expires_at']],
  },
  sessions: {
    columns: {
      hash: 'text',
      user_id: 'text',
      created_at: 'integer',
      last_seen_at: 'integer',
      expires_at: 'integer',
    },
    key: ['hash'],
    references: { user_id: ['users.id', 'cascade'] },
    indexes: [['user_id'], ['expires_at']],
  },
};
