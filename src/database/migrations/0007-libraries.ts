import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Who published what library when, what it offers, which files use it and how much. */
export const libraries = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const ofFile = { file_key: ['files.key', 'cascade'] } as const;

const tables: Record<string, TableSketch> = {
  library_publishes: {
    columns: { id: 'text', file_key: 'text', user_id: 'text', description: 'text?', published_at: 'integer' },
    key: ['id'],
    references: { ...ofFile, user_id: ['users.id', 'restrict'] },
    indexes: [['file_key', 'published_at'], ['user_id']],
  },
  library_subscriptions: {
    columns: { file_key: 'text', library_key: 'text', created_at: 'integer' },
    key: ['file_key', 'library_key'],
    references: { ...ofFile, library_key: ['files.key', 'cascade'] },
    indexes: [['library_key']],
  },
  published_assets: {
    columns: {
      file_key: 'text',
      kind: 'text',
      key: 'text',
      team_id: 'text',
      ordinal: 'integer',
      node_id: 'text',
      name: 'text',
      description: 'text',
      style_type: 'text?',
      frame: 'text?',
      set_key: 'text?',
      sort_position: 'text',
      hash: 'text',
      version_id: 'text',
      user_id: 'text',
      created_at: 'integer',
      updated_at: 'integer',
    },
    key: ['file_key', 'kind', 'key'],
    unique: [['ordinal']],
    references: { ...ofFile, team_id: ['teams.id', 'cascade'], user_id: ['users.id', 'restrict'] },
    indexes: [['team_id', 'kind', 'ordinal'], ['kind', 'key'], ['user_id']],
  },
  published_variables: {
    columns: {
      file_key: 'text',
      key: 'text',
      name: 'text',
      type: 'text',
      collection_key: 'text',
      collection_name: 'text',
    },
    key: ['file_key', 'key'],
    references: ofFile,
  },
  uncounted_versions: {
    columns: { file_key: 'text', version_id: 'text', ordinal: 'integer' },
    key: ['file_key', 'ordinal'],
    references: ofFile,
  },
  library_uses: {
    columns: { file_key: 'text', kind: 'text', asset_key: 'text', uses: 'integer' },
    key: ['file_key', 'kind', 'asset_key'],
    references: ofFile,
    indexes: [['kind', 'asset_key']],
  },
  library_actions: {
    columns: {
      file_key: 'text',
      kind: 'text',
      asset_key: 'text',
      week: 'integer',
      insertions: 'integer',
      detachments: 'integer',
    },
    key: ['file_key', 'kind', 'asset_key', 'week'],
    references: ofFile,
    indexes: [['kind', 'asset_key', 'week']],
  },
};
