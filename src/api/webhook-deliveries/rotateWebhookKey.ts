import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { rotateWebhookKey as rotateKey } from '../../webhooks/rotate-webhook-key.ts';
import { keyRecord } from './key-record.ts';

export const rotateWebhookKey: Handler<'rotateWebhookKey'> = async ({ caller, path }, context) => {
  const webhook = await inChange(context, caller, (change) => rotateKey(change, path.webhook_id));
  return { json: keyRecord(context.signingKeys, webhook, context.clock.now()) };
};
