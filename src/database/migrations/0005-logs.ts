import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** What people changed, and which calls tokens made. */
export const logTables = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  activity_events: {
    columns: {
      id: 'text',
      organization_id: 'text',
      sequence: 'integer?',
      at: 'integer',
      type: 'text',
      actor: 'text',
      entity: 'text',
      details: 'text?',
      client_name: 'text?',
      ip_address: 'text',
      team_id: 'text?',
    },
    key: ['id'],
    unique: [['organization_id', 'sequence']],
    references: { organization_id: ['organizations.id', 'cascade'] },
    indexes: [['at']],
  },
  activity_counters: {
    columns: { organization_id: 'text', newest_sequence: 'integer', newest_at: 'integer' },
    key: ['organization_id'],
    references: { organization_id: ['organizations.id', 'cascade'] },
  },
  request_log: {
    columns: {
      id: 'text',
      organization_id: 'text',
      at: 'integer',
      ordinal: 'text',
      path: 'text',
      token_kind: 'text',
      token_name: 'text',
      token_hash: 'text',
      user_id: 'text?',
      user_name: 'text?',
      user_email: 'text?',
      resource_type: 'text?',
      resource_id: 'text?',
      resource_name: 'text?',
      ip_address: 'text',
    },
    key: ['id'],
    indexes: [['organization_id', 'at', 'ordinal'], ['at']],
  },
};
