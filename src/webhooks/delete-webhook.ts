import type { Change } from '../change.ts';
import type { WebhookId } from '../contract/branded-ids.ts';
import type { Standing } from './change-webhook.ts';
import { lapseOfWebhook } from './maker-store.ts';
import { findManagedWebhook } from './managed-webhooks-store.ts';
import { recordWebhook } from './webhook-activity-store.ts';
import { deleteWebhookRow } from './webhooks-store.ts';

/**
 * Deletes a webhook for good, with everything that was on its way to it; answers how it stood.
 * @throws ApiError 403, 404
 * @see HOOK-16
 */
export async function deleteWebhook(change: Change, id: WebhookId): Promise<Standing> {
  const { transaction, by } = change;
  const webhook = await findManagedWebhook(transaction, by, id);
  const lapse = await lapseOfWebhook(transaction, id);
  await deleteWebhookRow(transaction, id);
  await recordWebhook(change, 'webhook_delete', webhook);
  return { webhook, lapse };
}
