import type { Handler } from '../../operation.ts';
import { findManagedContext } from '../../webhooks/managed-webhooks-store.ts';
import { webhooksOfContext } from '../../webhooks/webhooks-store.ts';
import { readRecords } from './webhook-record.ts';

/** @see VER-04 */
export const getTeamWebhooks: Handler<'getTeamWebhooks'> = async ({ caller, path }, { database }) => {
  const attached = { context: 'team', contextId: path.team_id } as const;
  await findManagedContext(database, caller, attached);
  const webhooks = await webhooksOfContext(database, attached);
  return { json: { webhooks: await readRecords(database, webhooks) } };
};
