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
      ...{
        file_key: 'text',
        kind: 'text',
        key: 'text',
        team_id: 'text',
        ordinal: 'integer',
        node_id: 'text',
      },
      ...{ name: 'text', description: 'text', style_type: 'text?', frame: 'text?', set_key: 'text?' },
      ...{ sort_position: 'text', hash: 'text', version_id: 'text', user_id: 'text' },
      ...{ created_at: 'integer', updated_at: 'integer' },
    },
    key: ['file_key', 'kind', 'key'],
    unique: [['ordinal']],
    references: { ...ofFile, team_id: ['teams.id', 'cascade'], user_id: ['users.id', 'restrict'] },
    indexes: [['team_id', 'kind', 'ordinal'], ['kind', 'key'], ['user_id']],
  },
};
