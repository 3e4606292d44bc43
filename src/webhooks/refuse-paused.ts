import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { conflict } from '../errors.ts';
import { lapseOfWebhook } from './maker-store.ts';
import type { Webhook } from './webhooks-store.ts';

/** Makes sure that a webhook is told of anything. @throws ApiError 409 */
export async function refusePaused(
  transaction: Kysely<Tables>,
  { id, status }: Pick<Webhook, 'id' | 'status'>,
): Promise<void> {
  if (status === 'PAUSED') throw conflict('The webhook is paused; make it ACTIVE first.');
  const lapse = await lapseOfWebhook(transaction, id);
  if (lapse !== undefined) throw conflict(`The webhook is paused. ${lapse}`);
}
