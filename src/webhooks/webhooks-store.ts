import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { afterPlace } from '../database/after-place.ts';
import type { Tables, WebhooksTable } from '../database/tables.ts';

/** A webhook with the plan it counts for. */
export interface WebhookRow extends Selectable<WebhooksTable> {
  readonly organizationId: string;
  readonly plan: Plan;
}

export type Plan = 'starter' | 'professional' | 'organization' | 'enterprise';
export type WebhookContext = WebhooksTable['context'];

function webhooks(database: Kysely<Tables>) {
  return database
    .selectFrom('webhooks')
    .innerJoin('teams', 'teams.id', 'webhooks.team_id')
    .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
    .selectAll('webhooks')
    .select(['organizations.id as organizationId', 'organizations.plan']);
}

export async function webhookById(database: Kysely<Tables>, id: string): Promise<WebhookRow | undefined> {
  return webhooks(database).where('webhooks.id', '=', id).executeTakeFirst();
}

/** The webhooks attached to one thing, oldest first. */
export async function webhooksOfContext(
  database: Kysely<Tables>,
  context: WebhookContext,
  contextId: string,
): Promise<WebhookRow[]> {
  return webhooks(database)
    .where('webhooks.context_id', '=', contextId)
    .where('webhooks.context', '=', context)
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id')
    .execute();
}

/** A place in the list of a plan's webhooks. */
export interface WebhookPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** Some webhooks of a team's or an organization's plan: the next after a place, or the nearest before it. */
export async function webhooksOfPlan(
  database: Kysely<Tables>,
  plan: { readonly kind: 'team' | 'organization'; readonly id: string },
  from: { readonly place: WebhookPlace | undefined; readonly backwards: boolean },
  limit: number,
): Promise<WebhookRow[]> {
  const { place, backwards } = from;
  const ofPlan = webhooks(database).where(
    plan.kind === 'team' ? 'teams.id' : 'organizations.id',
    '=',
    plan.id,
  );
  return afterPlace(ofPlan, ['webhooks.created_at', 'webhooks.id'], {
    place: place && { by: place.createdAt, id: place.id },
    count: limit,
    direction: backwards ? 'desc' : 'asc',
  }).execute();
}

export async function countWebhooks(
  transaction: Kysely<Tables>,
  context: WebhookContext,
  contextId: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('context_id', '=', contextId)
    .where('context', '=', context)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many webhooks the files of an organization have; those of deleted files do not count. */
export async function countFileWebhooks(
  transaction: Kysely<Tables>,
  organizationId: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('webhooks')
    .innerJoin('files', 'files.key', 'webhooks.context_id')
    .innerJoin('teams', 'teams.id', 'webhooks.team_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('webhooks.context', '=', 'file')
    .where('teams.organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(
  transaction: Kysely<Tables>,
  webhook: Insertable<WebhooksTable>,
): Promise<void> {
  await transaction.insertInto('webhooks').values(webhook).execute();
}

export async function changeWebhook(
  transaction: Kysely<Tables>,
  id: string,
  changes: Updateable<WebhooksTable>,
): Promise<void> {
  await transaction.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

/** What was on its way to the webhook goes with it. @see B32 */
export async function deleteWebhookRow(transaction: Kysely<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** What waits for a webhook that is paused is not sent any more. @see B32 */
export async function dropWaiting(
  transaction: Kysely<Tables>,
  webhookId: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({
      state: 'dropped',
      dropped_because: 'The webhook was paused.',
      lease: null,
      finished_at: now,
    })
    .where('state', '=', 'waiting')
    .where('webhook_id', '=', webhookId)
    .execute();
}

/** The team, its organization and the plan that a context belongs to. */
export async function planOfTeam(
  database: Kysely<Tables>,
  teamId: string,
): Promise<{ organizationId: string; plan: Plan }> {
  return database
    .selectFrom('teams')
    .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
    .select(['organizations.id as organizationId', 'organizations.plan'])
    .where('teams.id', '=', teamId)
    .executeTakeFirstOrThrow();
}
