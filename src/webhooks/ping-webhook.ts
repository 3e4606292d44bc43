import type { Change } from '../change.ts';
import type { WebhookId } from '../contract/branded-ids.ts';
import { publish } from '../events/publish.ts';
import { findManagedWebhook } from './managed-webhooks-store.ts';
import { refusePaused } from './refuse-paused.ts';

/**
 * Sends a PING to the endpoint of a webhook, for who wants to see it arrive.
 * @throws ApiError 403, 404, 409 for a webhook that is paused
 */
export async function pingWebhook(change: Change, id: WebhookId): Promise<void> {
  const webhook = await findManagedWebhook(change.transaction, change.by, id);
  await refusePaused(change.transaction, webhook);
  await publish(change, { type: 'PING', webhookId: webhook.id });
}
