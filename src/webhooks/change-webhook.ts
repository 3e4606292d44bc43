import type { Caller } from '../access/caller.ts';
import { requireText } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { UserId, WebhookId } from '../contract/branded-ids.ts';
import { badRequest, forbidden } from '../errors.ts';
import { dropWaiting } from '../events/replay-store.ts';
import { findAttached } from './create-webhook.ts';
import { answeringOf, lapseOfWebhook } from './maker-store.ts';
import { findManagedWebhook } from './managed-webhooks-store.ts';
import { shownEndpoint } from './shown-endpoint.ts';
import { recordWebhook } from './webhook-activity-store.ts';
import { type AllowedEndpoint, allowedEndpoint, refusePing } from './webhook-rules.ts';
import { type Attached, type KeptWebhook, updateWebhook, type Webhook } from './webhooks-store.ts';

type Content = Pick<KeptWebhook, 'eventType' | 'passcode' | 'status' | 'description'> & {
  readonly endpoint: AllowedEndpoint;
};

/** A member that is undefined is left as it is. */
export type WebhookChanges = { readonly [Name in keyof Content]?: Content[Name] | undefined } & {
  /** Only a workspace file attaches a webhook elsewhere; it is not counted there. */
  readonly attachTo?: Attached | undefined;
  /** Only a workspace file says it: who answers for it from then on, and may have lost sight of it. */
  readonly creatorId?: UserId | undefined;
};

/** A webhook, and why it is told nothing where it is not. */
export interface Standing {
  readonly webhook: Webhook;
  readonly lapse: string | undefined;
}

/**
 * Looks at where a webhook is to point, ahead of the change. What was shown of its endpoint is its endpoint.
 * @throws ApiError 400, 403, 404
 */
export async function prepareWebhookChange(
  context: Context,
  caller: Caller,
  id: WebhookId,
  {
    eventType,
    endpoint,
  }: { readonly eventType?: string | undefined; readonly endpoint?: string | undefined },
): Promise<AllowedEndpoint | undefined> {
  refusePing(eventType);
  const { endpoint: present } = await findManagedWebhook(context.database, caller, id);
  if (endpoint === undefined) return undefined;
  return allowedEndpoint(context, endpoint === shownEndpoint(present) ? present : endpoint);
}

/**
 * Changes what is given of a webhook and leaves the rest. Whoever says where it points answers for it from then on.
 * @throws ApiError 400, 403, 404
 * @see HOOK-13, ruling H36
 */
export async function changeWebhook(
  change: Change,
  id: WebhookId,
  { attachTo, creatorId, ...wanted }: WebhookChanges,
): Promise<Standing> {
  const { transaction, by } = change;
  refusePing(wanted.eventType);
  requireText('description', wanted.description);
  const webhook = await findManagedWebhook(transaction, by, id);
  const isAnsweredAnew = creatorId !== undefined || wanted.endpoint !== undefined;
  const changes = {
    ...given(wanted),
    ...(attachTo === undefined ? {} : { ...attachTo, ...(await findAttached(transaction, by, attachTo)) }),
    ...(isAnsweredAnew ? answeringOf(by, creatorId) : {}),
  };
  const changed = { ...webhook, ...changes };
  if (Object.keys(changes).length > 0) {
    await updateWebhook(transaction, id, changes);
    await recordWebhook(change, 'webhook_update', changed);
  }
  const lapse = await lapseOfWebhook(transaction, id);
  if (creatorId === undefined) refuseLapsed(wanted, lapse);
  if (wanted.status === 'PAUSED') await dropWaiting(change, id);
  return { webhook: changed, lapse };
}

const given = (wanted: object): Partial<Content> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));

/**
 * @throws ApiError 403 where the caller may not see what they point elsewhere, 400 where only somebody else's right
 * could make the webhook active
 */
function refuseLapsed({ status, endpoint }: WebhookChanges, lapse: string | undefined): void {
  if (lapse === undefined) return;
  if (endpoint !== undefined) throw forbidden(lapse);
  if (status === 'ACTIVE')
    throw badRequest(`${lapse} Send its endpoint along to answer for the webhook yourself.`);
}
