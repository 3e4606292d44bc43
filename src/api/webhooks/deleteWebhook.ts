import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { lapseOfWebhook } from '../../webhooks/maker-store.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';
import { recordWebhook } from '../../webhooks/webhook-activity-store.ts';
import { deleteWebhookRow } from '../../webhooks/webhooks-store.ts';
import { webhookRecord } from './webhook-record.ts';

/** Deletes a webhook for good, with everything that was on its way to it. @see HOOK-16 */
export const deleteWebhook: Handler<'deleteWebhook'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const webhook = await findManagedWebhook(transaction, caller, path.webhook_id);
    const lapse = await lapseOfWebhook(transaction, webhook.id);
    await deleteWebhookRow(transaction, webhook.id);
    await recordWebhook(change, 'webhook_delete', webhook);
    return { json: webhookRecord(webhook, lapse) };
  });
