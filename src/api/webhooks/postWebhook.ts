import type { Insertable, Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import { inChange } from '../../change.ts';
import type { Tables, WebhooksTable } from '../../database/tables.ts';
import { badRequest, forbidden } from '../../errors.ts';
import { publish } from '../../events/publish.ts';
import type { Call, Handler } from '../../operation.ts';
import { makerOf, refuseBlindMaker } from '../../webhooks/maker-store.ts';
import { findManagedContext, isStatus, type ManagedContext } from '../../webhooks/managed-webhooks-store.ts';
import { recordWebhook } from '../../webhooks/webhook-activity-store.ts';
import { refuseEndpoint, refusePing, refuseTooMany } from '../../webhooks/webhook-rules.ts';
import { insertWebhook, type WebhookContext } from '../../webhooks/webhooks-store.ts';
import { webhookRecord } from './webhook-record.ts';

/** Attaches a webhook to a team, a project or a file, and sends PING to its endpoint unless it begins paused. */
export const postWebhook: Handler<'postWebhook'> = async ({ caller, body }, context) => {
  refusePing(body.event_type);
  const attached = attachedTo(body);
  await findContext(context.database, caller, attached);
  await refuseEndpoint(context, body.endpoint);
  const row = {
    id: context.ids.digits(),
    event_type: body.event_type,
    ...attached,
    endpoint: body.endpoint,
    passcode: body.passcode,
    status: body.status ?? 'ACTIVE',
    description: body.description ?? null,
    client_id: caller.app?.id ?? null,
    ...makerOf(caller),
    key_rotations: 0,
    key_rotated_at: null,
    created_at: context.clock.now(),
  } satisfies Omit<Insertable<WebhooksTable>, 'team_id'>;
  return inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { teamId, ...plan } = await findContext(transaction, caller, attached);
    await refuseTooMany(transaction, plan, attached.context, attached.context_id);
    await insertWebhook(transaction, { ...row, team_id: teamId });
    await refuseBlindMaker(transaction, row.id);
    const made = { ...row, ...plan, team_id: teamId };
    await recordWebhook(change, 'webhook_create', made);
    if (row.status === 'ACTIVE') await publish(change, { type: 'PING', webhookId: row.id });
    return { json: webhookRecord(made, undefined) };
  });
};

interface Attached {
  readonly context: WebhookContext;
  readonly context_id: string;
}

/**
 * What the webhook is to be attached to, also in the older form: a team in `team_id` alone.
 * @throws ApiError 400
 */
function attachedTo({ context, context_id, team_id }: Call<'postWebhook'>['body']): Attached {
  if (context !== undefined && context_id !== undefined) return { context, context_id };
  if (context === undefined && context_id === undefined && team_id !== undefined)
    return { context: 'team', context_id: team_id };
  throw badRequest('Say what to attach the webhook to: context with context_id.');
}

/**
 * The context that is named. The interface names no 404 here: what is not there for the caller is
 * refused like what the caller may not change.
 *
 * @throws ApiError 403
 * @see HOOK-03
 */
async function findContext(
  database: Kysely<Tables>,
  caller: Caller,
  { context, context_id }: Attached,
): Promise<ManagedContext> {
  try {
    return await findManagedContext(database, caller, context, context_id);
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    throw forbidden(`There is no ${context} "${context_id}" whose webhooks you may manage.`);
  }
}
