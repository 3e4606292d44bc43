import type { Kysely } from 'kysely';
import type { OrganizationId, TeamId, WebhookId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What comes round by itself. */
export interface ListedChore {
  readonly name: string;
  readonly nextAt: number;
  readonly isRunning: boolean;
  /** When it was done last, and when it failed last. */
  readonly endedAt: number | null;
  readonly failedAt: number | null;
}

/** What comes round by itself, and when; somebody is at it where it has a lease. */
export async function listedChores(database: Kysely<Tables>): Promise<ListedChore[]> {
  const rows = await database
    .selectFrom('chores')
    .select(['name', 'next_at as nextAt', 'lease', 'ended_at as endedAt', 'failed_at as failedAt'])
    .orderBy('name')
    .execute();
  return rows.map(({ lease, ...chore }) => ({ ...chore, isRunning: lease !== null }));
}

/** How many deliveries wait to be sent, or for another try. */
export async function waitingDeliveries(database: Kysely<Tables>): Promise<number> {
  const { count } = await database
    .selectFrom('deliveries')
    .select((term) => term.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A webhook of which deliveries were given up. */
export interface FailingWebhook {
  readonly id: WebhookId;
  readonly endpoint: string;
  readonly teamId: TeamId;
  readonly teamName: string;
  readonly organizationId: OrganizationId;
  readonly failed: number;
  readonly failedAt: number;
}

const mostListed = 100;

/** The webhooks that failed most since a moment. */
export async function failingWebhooks(database: Kysely<Tables>, since: number): Promise<FailingWebhook[]> {
  const rows = await database
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .innerJoin('teams', 'teams.id', 'webhooks.team_id')
    .select(['webhooks.id', 'webhooks.endpoint', 'teams.id as teamId', 'teams.name as teamName'])
    .select('teams.organization_id as organizationId')
    .select((term) => [
      term.fn.countAll<number>().as('failed'),
      term.fn.max<number>('deliveries.finished_at').as('failedAt'),
    ])
    .where('deliveries.state', '=', 'failed')
    .where('deliveries.finished_at', '>=', since)
    .groupBy(['webhooks.id', 'webhooks.endpoint', 'teams.id', 'teams.name', 'teams.organization_id'])
    .orderBy('failed', 'desc')
    .orderBy('webhooks.id')
    .limit(mostListed)
    .execute();
  return rows.map((row) => ({ ...row, failed: Number(row.failed), failedAt: Number(row.failedAt) }));
}
