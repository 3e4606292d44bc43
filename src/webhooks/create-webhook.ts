import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { requireText } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { type UserId, type WebhookId, webhookIdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, forbidden } from '../errors.ts';
import { publish } from '../events/publish.ts';
import { answeringOf, refuseBlindMaker } from './maker-store.ts';
import { findManagedContext, isStatus, type ManagedContext } from './managed-webhooks-store.ts';
import { recordWebhook } from './webhook-activity-store.ts';
import { type AllowedEndpoint, allowedEndpoint, refusePing, refuseTooMany } from './webhook-rules.ts';
import { type Attached, insertWebhook, type KeptWebhook, type Webhook } from './webhooks-store.ts';

export interface NewWebhook extends Attached, Pick<KeptWebhook, 'eventType' | 'passcode'> {
  readonly endpoint: AllowedEndpoint;
  /** Active where it is left out. */
  readonly status?: KeptWebhook['status'] | undefined;
  readonly description?: string | null | undefined;
  /** A workspace file may bring more webhooks than people may make: they are not counted. */
  readonly isUncounted?: boolean;
  /** Only a workspace file chooses it, as what follows. */
  readonly id?: WebhookId | undefined;
  /** Who answers for it, and may have lost sight of what it is attached to: it is told nothing then. */
  readonly creatorId?: UserId | undefined;
}

/** A webhook as somebody asks for it. */
interface AskedWebhook {
  readonly endpoint: string;
  /** Undefined where it does not say to what: refused with a sentence. */
  readonly attached: Attached | undefined;
}

/**
 * Looks at where a webhook is to point, ahead of the change that makes it.
 * @throws ApiError 400, 403
 */
export async function prepareWebhook(
  context: Context,
  caller: Caller,
  { endpoint, attached }: AskedWebhook,
): Promise<Attached & { readonly endpoint: AllowedEndpoint }> {
  if (attached === undefined) throw badRequest('Say what to attach the webhook to: context with context_id.');
  await findAttached(context.database, caller, attached);
  return { ...attached, endpoint: await allowedEndpoint(context, endpoint) };
}

/**
 * Attaches a webhook to a team, a project or a file, and sends PING to its endpoint unless it begins paused.
 * @throws ApiError 400, 403
 */
export async function createWebhook(change: Change, wanted: NewWebhook): Promise<Webhook> {
  const { transaction, by } = change;
  refusePing(wanted.eventType);
  const { teamId, ...plan } = await findAttached(transaction, by, wanted);
  requireText('description', wanted.description);
  if (wanted.isUncounted !== true) await refuseTooMany(transaction, plan, wanted);
  const webhook = { ...newWebhook(change, wanted), teamId };
  await insertWebhook(transaction, webhook);
  if (wanted.creatorId === undefined) await refuseBlindMaker(transaction, webhook.id);
  const made = { ...webhook, ...plan };
  await recordWebhook(change, 'webhook_create', made);
  if (made.status === 'ACTIVE') await publish(change, { type: 'PING', webhookId: made.id });
  return made;
}

function newWebhook({ by, at, context: { ids } }: Change, wanted: NewWebhook): Omit<KeptWebhook, 'teamId'> {
  const {
    id = webhookIdOf(ids.digits()),
    eventType,
    context,
    contextId,
    endpoint,
    passcode,
    creatorId,
  } = wanted;
  return {
    id,
    eventType,
    context,
    contextId,
    endpoint,
    passcode,
    status: wanted.status ?? 'ACTIVE',
    description: wanted.description ?? null,
    clientId: by.app?.id ?? null,
    ...answeringOf(by, creatorId),
    keyRotations: 0,
    keyRotatedAt: null,
    createdAt: at,
  };
}

/**
 * What a webhook is to be attached to. The interface names no 404 here: what is not there for the caller is refused
 * like what the caller may not change.
 *
 * @throws ApiError 403
 * @see HOOK-03
 */
export async function findAttached(
  database: Kysely<Tables>,
  caller: Caller,
  { context, contextId }: Attached,
): Promise<ManagedContext> {
  try {
    return await findManagedContext(database, caller, { context, contextId });
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    throw forbidden(`There is no ${context} "${contextId}" whose webhooks you may manage.`);
  }
}
