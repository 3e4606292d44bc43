import type { WebhookV2 } from '../../contract/contract.ts';
import type { Handler } from '../../operation.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';
import { readRecords } from './webhook-record.ts';

export const getWebhook: Handler<'getWebhook'> = async ({ caller, path }, { database }) => {
  const webhook = await findManagedWebhook(database, caller, path.webhook_id);
  const [record] = await readRecords(database, [webhook]);
  return { json: record as WebhookV2 };
};
