import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { deleteWebhook as deleteManagedWebhook } from '../../webhooks/delete-webhook.ts';
import { webhookRecord } from './webhook-record.ts';

/** @see HOOK-16 */
export const deleteWebhook: Handler<'deleteWebhook'> = async ({ caller, path }, context) => {
  const { webhook, lapse } = await inChange(context, caller, (change) =>
    deleteManagedWebhook(change, path.webhook_id),
  );
  return { json: webhookRecord(webhook, lapse) };
};
