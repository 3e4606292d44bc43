import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { pingWebhook as ping } from '../../webhooks/ping-webhook.ts';

export const pingWebhook: Handler<'pingWebhook'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => ping(change, path.webhook_id));
  return { json: { status: 200, error: false } };
};
