import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Links on nodes, what can be paid for with who paid, the credits that AI took, and texts that changed. */
export const resources = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  dev_resources: {
    columns: {
      id: 'text',
      file_key: 'text',
      node_id: 'text',
      name: 'text',
      url: 'text',
      created_at: 'integer',
      ordinal: 'text',
    },
    key: ['id'],
    references: { file_key: ['files.key', 'cascade'] },
    indexes: [['file_key', 'node_id']],
  },
  resources: {
    columns: { type: 'text', id: 'text', owner_id: 'text?', created_at: 'integer' },
    key: ['type', 'id'],
    references: { owner_id: ['users.id', 'set null'] },
    indexes: [['owner_id']],
  },
  payments: {
    columns: {
      resource_type: 'text',
      resource_id: 'text',
      user_id: 'text',
      status: 'text',
      purchased_at: 'integer?',
    },
    key: ['resource_type', 'resource_id', 'user_id'],
    references: { user_id: ['users.id', 'cascade'] },
    indexes: [['user_id']],
  },
  ai_usage: {
    columns: {
      organization_id: 'text',
      day: 'text',
      user_id: 'text',
      editor_type: 'text',
      seat_millicredits: 'integer',
      plan_millicredits: 'integer',
    },
    key: ['organization_id', 'day', 'user_id', 'editor_type'],
    references: { organization_id: ['organizations.id', 'cascade'] },
  },
  text_events: {
    columns: {
      id: 'text',
      organization_id: 'text',
      at: 'integer',
      text_type: 'text',
      action_type: 'text',
      text: 'text',
      file_key: 'text',
      file_name: 'text',
      node_id: 'text?',
      resource_id: 'text?',
      parent_comment_id: 'text?',
      user_id: 'text',
      user_email: 'text',
    },
    key: ['id'],
    references: { organization_id: ['organizations.id', 'cascade'] },
    indexes: [['organization_id', 'at', 'id'], ['at']],
  },
};
