import type { Change } from '../change.ts';
import type { WebhookId } from '../contract/branded-ids.ts';
import { findManagedWebhook } from './managed-webhooks-store.ts';
import { recordWebhook } from './webhook-activity-store.ts';
import { updateWebhook, type Webhook } from './webhooks-store.ts';

/**
 * Gives the webhook another key; the one before stays good for a day.
 * @throws ApiError 403, 404
 */
export async function rotateWebhookKey(change: Change, id: WebhookId): Promise<Webhook> {
  const { transaction, by, at } = change;
  const webhook = await findManagedWebhook(transaction, by, id);
  const rotated = { keyRotations: webhook.keyRotations + 1, keyRotatedAt: at };
  await updateWebhook(transaction, id, rotated);
  await recordWebhook(change, 'webhook_update', webhook);
  return { ...webhook, ...rotated };
}
