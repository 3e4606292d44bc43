import type { Handler } from '../../operation.ts';
import { managedWebhooksOf } from '../../webhooks/managed-webhooks-store.ts';
import { readRecords } from './webhook-record.ts';

/** @see VER-04 */
export const getTeamWebhooks: Handler<'getTeamWebhooks'> = async ({ caller, path }, { database }) => {
  const attached = { context: 'team', contextId: path.team_id } as const;
  const webhooks = await managedWebhooksOf(database, caller, attached);
  return { json: { webhooks: await readRecords(database, webhooks) } };
};
