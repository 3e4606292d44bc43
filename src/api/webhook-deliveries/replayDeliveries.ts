import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { afterCommit, inTransaction } from '../../database/transaction.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { deliveryById, replayFailed, replayOne } from '../../webhooks/deliveries-store.ts';
import { lapseOfWebhook } from '../../webhooks/maker-store.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';

/** Makes deliveries due again, with the id and the payload that they had. */
export const replayDeliveries: Handler<'replayDeliveries'> = async ({ caller, path, body }, context) => {
  const { delivery, failed_since: failedSince } = body;
  if ((delivery === undefined) === (failedSince === undefined)) {
    throw badRequest('Say what to send again: either delivery or failed_since.');
  }
  const now = context.clock.now();
  return inTransaction(context.database, async (transaction) => {
    const webhook = await findManagedWebhook(transaction, caller, path.webhook_id);
    if (webhook.status === 'PAUSED') throw conflict('The webhook is paused; make it ACTIVE first.');
    const lapse = await lapseOfWebhook(transaction, webhook.id);
    if (lapse !== undefined) throw conflict(`The webhook is paused. ${lapse}`);
    const replayed =
      failedSince === undefined
        ? await replayDelivery(transaction, webhook.id, delivery ?? '', now)
        : await replayFailed(transaction, webhook.id, Date.parse(failedSince), now);
    if (replayed > 0) afterCommit(transaction, () => context.deliveries.wake([webhook.id]));
    return { json: { replayed } };
  });
};

/** @throws ApiError 404 */
async function replayDelivery(
  transaction: Kysely<Tables>,
  webhookId: string,
  id: string,
  now: number,
): Promise<number> {
  const delivery = await deliveryById(transaction, webhookId, id);
  if (delivery === undefined) throw notFound('Delivery not found');
  if (delivery.state === 'waiting') return 0;
  await replayOne(transaction, id, now);
  return 1;
}
