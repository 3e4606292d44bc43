import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import {
  type FileKey,
  fileKeyOf,
  type OrganizationId,
  projectIdOf,
  type TeamId,
  teamIdOf,
  type WebhookId,
} from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, forbidden, notFound, sentences } from '../errors.ts';
import { findManagedFile } from '../files/visible-file-store.ts';
import { findEditableProject, placeOfProject } from '../places/projects-store.ts';
import { findAdministeredTeam } from '../places/teams-store.ts';
import { planOfTeam } from './webhook-counts-store.ts';
import {
  type Attached,
  type Plan,
  type Webhook,
  type WebhookContext,
  webhookById,
  webhooksOfContext,
} from './webhooks-store.ts';

/** What a webhook is attached to, and whose plan it counts for. */
export interface ManagedContext {
  readonly teamId: TeamId;
  readonly organizationId: OrganizationId;
  readonly plan: Plan;
}

/** The team that a context is in, where the caller may manage its webhooks. @see HOOK-25, HOOK-26, HOOK-27 */
const teamOf: Readonly<
  Record<WebhookContext, (database: Kysely<Tables>, caller: Caller, id: string) => Promise<TeamId>>
> = {
  team: async (database, caller, id) => (await findAdministeredTeam(database, caller, teamIdOf(id))).id,
  project: async (database, caller, id) =>
    (await findEditableProject(database, caller, projectIdOf(id))).teamId,
  file: (database, caller, id) => teamOfFile(database, caller, fileKeyOf(id)),
};

/**
 * The team of a file that the caller owns or whose project they edit; a link that lets them edit is not enough.
 * @throws ApiError 404, 403
 * @see ruling H36
 */
async function teamOfFile(database: Kysely<Tables>, caller: Caller, key: FileKey): Promise<TeamId> {
  const file = await findManagedFile(database, caller, key);
  if (file.role !== 'owner' && !(await placeOfProject(database, caller, file.projectId)).mayEdit)
    throw forbidden(sentences.insufficientFilePermissions);
  return file.teamId;
}

/**
 * The context, where the caller may manage its webhooks: the admins of a team, who edits a project, also for its files.
 * @throws ApiError 404 where the caller does not see it, 403
 */
export async function findManagedContext(
  database: Kysely<Tables>,
  caller: Caller,
  { context, contextId }: Attached,
): Promise<ManagedContext> {
  const teamId = await teamOf[context](database, caller, contextId);
  const { organizationId, plan } = await planOfTeam(database, teamId);
  return { teamId, organizationId, plan: caller.plan ?? plan };
}

/**
 * The webhooks of a context, where the caller may manage them.
 * @throws ApiError 404, 403
 */
export async function managedWebhooksOf(
  database: Kysely<Tables>,
  caller: Caller,
  attached: Attached,
): Promise<Webhook[]> {
  await findManagedContext(database, caller, attached);
  return webhooksOfContext(database, attached);
}

/**
 * The webhook, where the caller may manage those of its context.
 * @throws ApiError 404 where it is not there or its context is not there for the caller, 403
 * @see ruling H10
 */
export async function findManagedWebhook(
  database: Kysely<Tables>,
  caller: Caller,
  id: WebhookId,
): Promise<Webhook> {
  const webhook = await webhookById(database, id);
  if (webhook === undefined) throw notFound(webhookNotFound);
  try {
    await teamOf[webhook.context](database, caller, webhook.contextId);
  } catch (error) {
    throw isStatus(error, 404) ? notFound(webhookNotFound) : error;
  }
  return webhook;
}

const webhookNotFound = 'Webhook not found';

/** Whether the caller may manage the webhooks of a context. */
export async function isManaged(
  database: Kysely<Tables>,
  caller: Caller,
  { context, contextId }: Attached,
): Promise<boolean> {
  try {
    await teamOf[context](database, caller, contextId);
    return true;
  } catch (error) {
    if (isStatus(error, 403) || isStatus(error, 404)) return false;
    throw error;
  }
}

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;
