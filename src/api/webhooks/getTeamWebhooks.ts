import type { Handler } from '../../operation.ts';
import { findManagedContext } from '../../webhooks/managed-webhooks-store.ts';
import { webhooksOfContext } from '../../webhooks/webhooks-store.ts';
import { readRecords } from './webhook-record.ts';

/** @see VER-04 */
export const getTeamWebhooks: Handler<'getTeamWebhooks'> = async ({ caller, path }, { database }) => {
  await findManagedContext(database, caller, 'team', path.team_id);
  const webhooks = await webhooksOfContext(database, 'team', path.team_id);
  return { json: { webhooks: await readRecords(database, webhooks) } };
};
