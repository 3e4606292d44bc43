import type { Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

/** Servers of the interface that designs are read from, and what is known of their limits. */
export const upstreams = (database: Kysely<never>): Promise<void> =>
  createTables(database, {
    upstreams: {
      columns: {
        id: 'text',
        organization_id: 'text',
        name: 'text',
        base_url: 'text',
        ca: 'text?',
        sealed_token: 'text',
        token_kind: 'text',
        share_percent: 'integer',
        keeps_ids: 'integer',
        plan: 'text?',
        seat: 'text?',
        created_at: 'integer',
      },
      key: ['id'],
      references: { organization_id: ['organizations.id', 'cascade'] },
      indexes: [['organization_id']],
    },
    upstream_tiers: {
      columns: {
        upstream_id: 'text',
        tier: 'text',
        paused_at: 'integer?',
        paused_until: 'integer?',
        lease: 'text?',
        leased_until: 'integer?',
      },
      key: ['upstream_id', 'tier'],
      references: { upstream_id: ['upstreams.id', 'cascade'] },
    },
  });
