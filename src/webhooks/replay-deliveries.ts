import type { Change } from '../change.ts';
import type { DeliveryId, WebhookId } from '../contract/branded-ids.ts';
import { afterCommit } from '../database/transaction.ts';
import { notFound } from '../errors.ts';
import { deliveryById, replayFailed, replayOne } from '../events/replay-store.ts';
import { findManagedWebhook } from './managed-webhooks-store.ts';
import { refusePaused } from './refuse-paused.ts';

/** One delivery, or what failed at that time or later. */
export type Replayed = { readonly deliveryId: DeliveryId } | { readonly failedSince: number };

/**
 * Makes deliveries of a webhook due again, with the id and the payload that they had; answers how many.
 * @throws ApiError 403, 404, 409 for a webhook that is paused
 */
export async function replayDeliveries(
  change: Change,
  webhookId: WebhookId,
  what: Replayed,
): Promise<number> {
  const { transaction, by, context } = change;
  const webhook = await findManagedWebhook(transaction, by, webhookId);
  await refusePaused(transaction, webhook);
  const replayed =
    'failedSince' in what
      ? await replayFailed(change, webhookId, what.failedSince)
      : await replayDelivery(change, webhookId, what.deliveryId);
  if (replayed > 0) afterCommit(transaction, () => context.deliveries.wake([webhookId]));
  return replayed;
}

/** @throws ApiError 404 */
async function replayDelivery(change: Change, webhookId: WebhookId, id: DeliveryId): Promise<number> {
  const delivery = await deliveryById(change.transaction, webhookId, id);
  if (delivery === undefined) throw notFound('Delivery not found');
  if (delivery.state === 'waiting') return 0;
  await replayOne(change, id);
  return 1;
}
