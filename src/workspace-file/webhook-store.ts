import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { WorkspaceFileWebhook } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { lapsesOf } from '../events/lapse-store.ts';
import type { Applying } from './applying.ts';
import { requireFile, requireRow, upsert } from './row-store.ts';

/**
 * Refuses endpoints that would not be called, before anything is changed.
 * @throws ApiError 400 naming the endpoint
 */
export async function refuseEndpoints(
  { receivers }: Context,
  entries: readonly WorkspaceFileWebhook[],
): Promise<void> {
  for (const endpoint of new Set(entries.map((entry) => entry.endpoint))) {
    const refusal = await receivers.refusalOf(endpoint);
    if (refusal !== undefined) throw badRequest(`The webhook to "${endpoint}" is refused: ${refusal}`);
  }
}

/** A webhook that is there by its id (or, without one, by event, context and endpoint) is changed. No PING is sent. */
export async function applyWebhook(
  { change: { transaction, context }, report }: Applying,
  entry: WorkspaceFileWebhook,
): Promise<void> {
  const name = `The webhook to "${entry.endpoint}"`;
  if (entry.event_type === 'PING') {
    throw badRequest(`${name} cannot subscribe to PING: every webhook gets it when it is made.`);
  }
  const teamId = await teamOfContext(transaction, entry, name);
  await requireRow(transaction, 'users', entry.creator, name);
  const present = await findPresent(transaction, entry);
  const id = entry.id ?? present?.id ?? context.ids.digits();
  await upsert(
    transaction,
    'webhooks',
    {
      kind: 'webhook',
      id,
      key: { id },
      values: {
        event_type: entry.event_type,
        context: entry.context,
        context_id: entry.context_id,
        team_id: teamId,
        endpoint: entry.endpoint,
        passcode: entry.passcode ?? present?.passcode ?? '',
        status: entry.status ?? present?.status ?? 'ACTIVE',
        description: entry.description ?? present?.description ?? null,
        creator_id: entry.creator ?? present?.creator_id ?? (await administratorOf(transaction)),
        ...(entry.creator === undefined ? {} : { app_id: null, plan_of: null }),
      },
      onlyAtFirst: {
        client_id: null,
        app_id: null,
        plan_of: null,
        key_rotations: 0,
        key_rotated_at: null,
        created_at: context.clock.now(),
      },
    },
    report,
  );
  const [lapse] = await lapsesOf(transaction, [{ webhookId: id }]);
  if (lapse !== undefined) report.warnings.push(`${name} is paused. ${lapse}`);
}

function findPresent(transaction: Kysely<Tables>, entry: WorkspaceFileWebhook) {
  const webhooks = transaction.selectFrom('webhooks').selectAll();
  if (entry.id !== undefined) return webhooks.where('id', '=', entry.id).executeTakeFirst();
  return webhooks
    .where('context_id', '=', entry.context_id)
    .where('context', '=', entry.context)
    .where('event_type', '=', entry.event_type)
    .where('endpoint', '=', entry.endpoint)
    .executeTakeFirst();
}

/** @throws ApiError 400 where there is no such team, project or file */
async function teamOfContext(
  transaction: Kysely<Tables>,
  { context, context_id: id }: WorkspaceFileWebhook,
  name: string,
): Promise<string> {
  if (context === 'team') {
    await requireRow(transaction, 'teams', id, name);
    return id;
  }
  const projectId = context === 'project' ? id : await projectOfFile(transaction, id, name);
  await requireRow(transaction, 'projects', projectId, name);
  const { team_id } = await transaction
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return team_id;
}

async function projectOfFile(transaction: Kysely<Tables>, key: string, name: string): Promise<string> {
  await requireFile(transaction, key, name);
  const { project_id } = await transaction
    .selectFrom('files')
    .select('project_id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return project_id;
}

/** A webhook for which the file names nobody is answered for by the administrator of the installation. */
async function administratorOf(transaction: Kysely<Tables>): Promise<string> {
  const { id } = await transaction
    .selectFrom('users')
    .select('id')
    .where('installation_admin', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}
