import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { UserId, WebhookId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden } from '../errors.ts';
import { lapsesOf } from '../events/lapse-store.ts';
import { findManagedWebhook } from './managed-webhooks-store.ts';
import type { Webhook } from './webhooks-store.ts';

/** Who answers for a webhook: the caller and by what they acted, or somebody who is named, by themselves. */
export const answeringOf = ({ user, app }: Caller, creatorId?: UserId | undefined) =>
  creatorId === undefined
    ? { creatorId: user.id, appId: app?.id ?? null, planOf: user.confinedTo ?? null }
    : { creatorId, appId: null, planOf: null };

/** Why a webhook is told nothing, or undefined where it may be told. */
export async function lapseOfWebhook(
  database: Kysely<Tables>,
  webhookId: WebhookId,
): Promise<string | undefined> {
  const [lapse] = await lapsesOf(database, [{ webhookId }]);
  return lapse;
}

/**
 * A webhook that the caller may manage, and why it is paused, where it is: whoever made it may not see what it would
 * tell, or it was set to that.
 * @throws ApiError 404, 403
 */
export async function findStanding(
  database: Kysely<Tables>,
  caller: Caller,
  id: WebhookId,
): Promise<{ readonly webhook: Webhook; readonly pausedBecause: string | null }> {
  const webhook = await findManagedWebhook(database, caller, id);
  const lapse = await lapseOfWebhook(database, webhook.id);
  const setting = webhook.status === 'PAUSED' ? 'It was set to PAUSED.' : null;
  return { webhook, pausedBecause: lapse ?? setting };
}

/** @throws ApiError 403 where the webhook, as it is stored now, would never be told anything */
export async function refuseBlindMaker(transaction: Kysely<Tables>, webhookId: WebhookId): Promise<void> {
  const lapse = await lapseOfWebhook(transaction, webhookId);
  if (lapse !== undefined) throw forbidden(lapse);
}
