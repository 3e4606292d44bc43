import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Webhooks, the events that they are told of, each delivery with its attempts; states of development. */
export const eventTables = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  webhooks: {
    columns: {
      id: 'text',
      event_type: 'text',
      context: 'text',
      context_id: 'text',
      team_id: 'text',
      endpoint: 'text',
      passcode: 'text',
      status: 'text',
      description: 'text?',
      client_id: 'text?',
      creator_id: 'text?',
      key_rotations: 'integer',
      key_rotated_at: 'integer?',
      created_at: 'integer',
    },
    key: ['id'],
    references: { team_id: ['teams.id', 'cascade'], creator_id: ['users.id', 'set null'] },
    indexes: [['context_id'], ['team_id', 'created_at', 'id'], ['creator_id']],
    defaults: { key_rotations: 0 },
  },
  events: {
    columns: { id: 'text', type: 'text', payload: 'text', occurred_at: 'integer' },
    key: ['id'],
    indexes: [['occurred_at']],
  },
  deliveries: {
    columns: {
      id: 'text',
      event_id: 'text',
      webhook_id: 'text',
      state: 'text',
      attempts_made: 'integer',
      next_attempt_at: 'integer',
      lease: 'text?',
      created_at: 'integer',
      finished_at: 'integer?',
    },
    key: ['id'],
    references: { event_id: ['events.id', 'cascade'], webhook_id: ['webhooks.id', 'cascade'] },
    indexes: [
      ['state', 'webhook_id', 'next_attempt_at'],
      ['webhook_id', 'created_at', 'id'],
      ['event_id'],
      ['finished_at'],
    ],
    defaults: { attempts_made: 0 },
  },
  delivery_attempts: {
    columns: {
      id: 'text',
      delivery_id: 'text',
      webhook_id: 'text',
      endpoint: 'text',
      sent_at: 'integer',
      status: 'integer?',
      received_at: 'integer?',
      error: 'text?',
    },
    key: ['id'],
    references: { delivery_id: ['deliveries.id', 'cascade'] },
    indexes: [['delivery_id'], ['webhook_id', 'sent_at', 'id'], ['sent_at']],
  },
  quiet_files: {
    columns: { file_key: 'text', due_at: 'integer' },
    key: ['file_key'],
    references: { file_key: ['files.key', 'cascade'] },
    indexes: [['due_at']],
  },
};
