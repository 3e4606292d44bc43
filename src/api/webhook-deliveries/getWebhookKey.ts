import type { Handler } from '../../operation.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';
import { keyRecord } from './key-record.ts';

export const getWebhookKey: Handler<'getWebhookKey'> = async ({ caller, path }, context) => {
  const webhook = await findManagedWebhook(context.database, caller, path.webhook_id);
  return { json: keyRecord(context.signingKeys, webhook, context.clock.now()) };
};
