import type { Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

/** Webhooks at upstreams whose mirrors are gone. */
export const leftWebhooks = (database: Kysely<never>): Promise<void> =>
  createTables(database, {
    left_webhooks: {
      columns: { upstream_id: 'text', webhook_id: 'text', next_at: 'integer', tries: 'integer' },
      key: ['upstream_id', 'webhook_id'],
      references: { upstream_id: ['upstreams.id', 'cascade'] },
      indexes: [['next_at']],
    },
  });
