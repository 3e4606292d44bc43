import type { Insertable, Kysely, Updateable } from 'kysely';
import type {
  AppId,
  FileKey,
  OrganizationId,
  ProjectId,
  TeamId,
  UserId,
  WebhookId,
} from '../contract/branded-ids.ts';
import { allRows, firstRow } from '../database/compiled-query.ts';
import { among } from '../database/in-list.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { Tables, WebhooksTable } from '../database/tables.ts';

export type Plan = 'starter' | 'professional' | 'organization' | 'enterprise';
export type WebhookContext = WebhooksTable['context'];

/** A webhook as it is kept. */
export interface KeptWebhook {
  readonly id: WebhookId;
  readonly eventType: string;
  readonly context: WebhookContext;
  /** Id or key of what it is attached to; that may be gone while its last deliveries are under way. */
  readonly contextId: string;
  /** The team of its context. */
  readonly teamId: TeamId;
  readonly endpoint: string;
  readonly passcode: string;
  readonly status: WebhooksTable['status'];
  readonly description: string | null;
  /** The app that made it. */
  readonly clientId: AppId | null;
  /** Who answers for it. Null where that person is gone. */
  readonly creatorId: UserId | null;
  /** The app by which that person acted. */
  readonly appId: AppId | null;
  /** The organization of the plan access token by which that person acted. */
  readonly planOf: OrganizationId | null;
  readonly keyRotations: number;
  readonly keyRotatedAt: number | null;
  readonly createdAt: number;
}

/** A webhook with the plan it counts for. */
export interface Webhook extends KeptWebhook {
  readonly organizationId: OrganizationId;
  readonly plan: Plan;
}

const columnOf = {
  id: 'id',
  eventType: 'event_type',
  context: 'context',
  contextId: 'context_id',
  teamId: 'team_id',
  endpoint: 'endpoint',
  passcode: 'passcode',
  status: 'status',
  description: 'description',
  clientId: 'client_id',
  creatorId: 'creator_id',
  appId: 'app_id',
  planOf: 'plan_of',
  keyRotations: 'key_rotations',
  keyRotatedAt: 'key_rotated_at',
  createdAt: 'created_at',
} as const satisfies Record<keyof KeptWebhook, keyof WebhooksTable>;

const columnsOf = (webhook: Partial<KeptWebhook>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columnOf).flatMap(([name, column]) =>
      name in webhook ? [[column, webhook[name as keyof KeptWebhook]]] : [],
    ),
  );

function webhooks(database: Kysely<Tables>) {
  return database
    .selectFrom('webhooks')
    .innerJoin('teams', 'teams.id', 'webhooks.team_id')
    .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
    .select(['webhooks.id', 'webhooks.event_type as eventType', 'webhooks.context'])
    .select(['webhooks.context_id as contextId', 'webhooks.team_id as teamId', 'webhooks.endpoint'])
    .select([
      'webhooks.passcode',
      'webhooks.status',
      'webhooks.description',
      'webhooks.client_id as clientId',
    ])
    .select(['webhooks.creator_id as creatorId', 'webhooks.app_id as appId', 'webhooks.plan_of as planOf'])
    .select(['webhooks.key_rotations as keyRotations', 'webhooks.key_rotated_at as keyRotatedAt'])
    .select(['webhooks.created_at as createdAt', 'organizations.id as organizationId', 'organizations.plan']);
}

/** What a webhook is attached to. */
export type Attached = Pick<KeptWebhook, 'context' | 'contextId'>;

export const webhookById = firstRow<[id: WebhookId], Webhook>((database, id) =>
  webhooks(database).where('webhooks.id', '=', id),
);

/** One that calls an endpoint of what happens to something. */
export async function findWebhook(
  database: Kysely<Tables>,
  { context, contextId, eventType, endpoint }: Attached & Pick<KeptWebhook, 'eventType' | 'endpoint'>,
): Promise<Webhook | undefined> {
  return webhooks(database)
    .where('webhooks.context_id', '=', contextId)
    .where('webhooks.context', '=', context)
    .where('webhooks.event_type', '=', eventType)
    .where('webhooks.endpoint', '=', endpoint)
    .executeTakeFirst();
}

/** The webhooks attached to one thing, oldest first. */
export const webhooksOfContext = (
  database: Kysely<Tables>,
  { context, contextId }: Attached,
): Promise<Webhook[]> => webhooksOf(database, context, contextId);

const webhooksOf = allRows((database, context: WebhookContext, contextId: string) =>
  webhooks(database)
    .where('webhooks.context_id', '=', contextId)
    .where('webhooks.context', '=', context)
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id'),
);

/** Smaller plans are those of a team, larger ones of an organization. @see HOOK-10 */
export type PlanRef =
  | { readonly kind: 'team'; readonly id: TeamId }
  | { readonly kind: 'organization'; readonly id: OrganizationId };

/** A place in the list of a plan's webhooks. */
export interface WebhookPlace {
  readonly createdAt: number;
  readonly id: WebhookId;
}

/** Some webhooks of a team's or an organization's plan: the next after a place, or the nearest before it. */
export async function webhooksOfPlan(
  database: Kysely<Tables>,
  plan: PlanRef,
  from: { readonly place: WebhookPlace | undefined; readonly backwards: boolean },
  limit: number,
): Promise<Webhook[]> {
  const { place, backwards } = from;
  const all = webhooks(database);
  const ofPlan =
    plan.kind === 'team' ? all.where('teams.id', '=', plan.id) : all.where('organizations.id', '=', plan.id);
  return afterPlace(ofPlan, ['webhooks.created_at', 'webhooks.id'], {
    place: place && { by: place.createdAt, id: place.id },
    count: limit,
    direction: backwards ? 'desc' : 'asc',
  }).execute();
}

/** Only this room's writers call it, as all below. */
export async function insertWebhook(transaction: Kysely<Tables>, webhook: KeptWebhook): Promise<void> {
  const columns = columnsOf(webhook) as unknown as Insertable<WebhooksTable>;
  await transaction.insertInto('webhooks').values(columns).execute();
}

export async function updateWebhook(
  transaction: Kysely<Tables>,
  id: WebhookId,
  changes: Partial<KeptWebhook>,
): Promise<void> {
  const columns = columnsOf(changes) as Updateable<WebhooksTable>;
  await transaction.updateTable('webhooks').set(columns).where('id', '=', id).execute();
}

/** What moved to another team: files, branches among them, and projects. */
interface Moved {
  readonly fileKeys: readonly FileKey[];
  readonly projectIds: readonly ProjectId[];
  readonly teamId: TeamId;
}

/** Gives the webhooks of files and projects the team that these are in now, so that they count for its plan. */
export async function moveWebhooks(
  transaction: Kysely<Tables>,
  { fileKeys, projectIds, teamId }: Moved,
): Promise<void> {
  const moved = { file: fileKeys, project: projectIds };
  for (const context of ['file', 'project'] as const)
    await transaction
      .updateTable('webhooks')
      .set({ team_id: teamId })
      .where('context', '=', context)
      .where(among(transaction, 'context_id', moved[context]))
      .execute();
}

/** What was on its way to the webhook goes with it. @see B32 */
export async function deleteWebhookRow(transaction: Kysely<Tables>, id: WebhookId): Promise<void> {
  await transaction.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** What a webhook may be attached to that can go without it, which then has its last deliveries to make. */
const gone = { file: ['files', 'files.key'], project: ['projects', 'projects.id'] } as const;

/** Deletes the webhooks of deleted files and projects that are owed nothing any more. */
export async function deleteWebhooksOfNothing(database: Kysely<Tables>): Promise<void> {
  for (const context of ['file', 'project'] as const) await deleteThoseOf(database, context);
}

async function deleteThoseOf(database: Kysely<Tables>, context: keyof typeof gone): Promise<void> {
  const [table, id] = gone[context];
  await database
    .deleteFrom('webhooks')
    .where('context', '=', context)
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(exists(selectFrom(table).select(id).whereRef(id, '=', 'webhooks.context_id'))),
        not(
          exists(selectFrom('deliveries').select('id').whereRef('deliveries.webhook_id', '=', 'webhooks.id')),
        ),
      ]),
    )
    .execute();
}
