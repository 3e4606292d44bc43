import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Comments of files, the reactions to them, and how many of them a file has had. */
export const comments = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  comments: {
    columns: {
      id: 'text',
      file_key: 'text',
      parent_id: 'text?',
      user_id: 'text',
      message: 'text',
      mentions: 'text',
      client_meta: 'text',
      ordinal: 'integer',
      order_number: 'integer?',
      reactions_made: 'integer',
      created_at: 'integer',
      resolved_at: 'integer?',
    },
    key: ['id'],
    references: {
      file_key: ['files.key', 'cascade'],
      parent_id: ['comments.id', 'cascade'],
      user_id: ['users.id', 'restrict'],
    },
    deferred: ['parent_id'],
    indexes: [['file_key', 'created_at', 'ordinal'], ['parent_id'], ['user_id']],
    defaults: { reactions_made: 0 },
  },
  comment_counters: {
    columns: { file_key: 'text', newest_ordinal: 'integer', newest_order: 'integer' },
    key: ['file_key'],
    references: { file_key: ['files.key', 'cascade'] },
  },
  comment_reactions: {
    columns: {
      comment_id: 'text',
      user_id: 'text',
      emoji: 'text',
      ordinal: 'integer',
      created_at: 'integer',
    },
    key: ['comment_id', 'user_id', 'emoji'],
    unique: [['comment_id', 'ordinal']],
    references: { comment_id: ['comments.id', 'cascade'], user_id: ['users.id', 'restrict'] },
    indexes: [['user_id']],
  },
};
