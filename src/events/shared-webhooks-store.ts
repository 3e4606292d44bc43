import { sql, type Transaction } from 'kysely';
import type { WebhookId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** When a webhook is looked at again that another process is claiming for. */
export const contendedMs = 20;
/** The same of one to which others send as much as may be sent. */
export const servedElsewhereMs = 1000;

/**
 * Locks webhooks that several processes claim for, until the end of the transaction, and answers how many requests each
 * has under way, from whichever process. One that another process claims for at this moment is left out.
 */
export async function lockWebhooks(
  transaction: Transaction<Tables>,
  webhookIds: readonly WebhookId[],
  now: number,
): Promise<ReadonlyMap<WebhookId, number>> {
  if (webhookIds.length === 0) return new Map();
  const locked = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where('id', 'in', [...webhookIds])
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  if (locked.length === 0) return new Map();
  // A statement of its own sees what others committed before they let go of the rows.
  const leased = await transaction
    .selectFrom('deliveries')
    .select(['webhook_id', sql<number>`count(*)`.as('count')])
    .where(
      'webhook_id',
      'in',
      locked.map(({ id }) => id),
    )
    .where('lease', 'is not', null)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', now)
    .groupBy('webhook_id')
    .execute();
  const counts = new Map(leased.map(({ webhook_id, count }) => [webhook_id, count]));
  return new Map(locked.map(({ id }) => [id, counts.get(id) ?? 0]));
}
