import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { changeWebhook, prepareWebhookChange } from '../../webhooks/change-webhook.ts';
import { webhookRecord } from './webhook-record.ts';

/** @see HOOK-13, ruling H36 */
export const putWebhook: Handler<'putWebhook'> = async ({ caller, path, body }, context) => {
  const { event_type: eventType, passcode, status, description } = body;
  const asked = { eventType, endpoint: body.endpoint };
  const endpoint = await prepareWebhookChange(context, caller, path.webhook_id, asked);
  const changes = { eventType, endpoint, passcode, status, description };
  const { webhook, lapse } = await inChange(context, caller, (change) =>
    changeWebhook(change, path.webhook_id, changes),
  );
  return { json: webhookRecord(webhook, lapse) };
};
