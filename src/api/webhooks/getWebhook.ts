import type { Handler } from '../../operation.ts';
import { findManagedWebhook } from './managed-store.ts';
import { readRecord } from './webhook-record.ts';

export const getWebhook: Handler<'getWebhook'> = async ({ caller, path }, { database }) => ({
  json: readRecord(await findManagedWebhook(database, caller, path.webhook_id)),
});
