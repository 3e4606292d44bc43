import type { Kysely } from 'kysely';
import type { DeliveryId, WebhookId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { PublishingChange } from './published-change.ts';

/** A delivery of a webhook's by its id. */
export async function deliveryById(database: Kysely<Tables>, webhookId: WebhookId, id: DeliveryId) {
  return database
    .selectFrom('deliveries')
    .select(['id', 'state', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
}

const fresh = (now: number) =>
  ({
    state: 'waiting',
    attempts_made: 0,
    next_attempt_at: now,
    lease: null,
    dropped_because: null,
    finished_at: null,
  }) as const;

export async function replayOne({ transaction, at }: PublishingChange, id: DeliveryId): Promise<void> {
  await transaction.updateTable('deliveries').set(fresh(at)).where('id', '=', id).execute();
}

/** Makes due again what failed at that time or later; answers how many deliveries that are. */
export async function replayFailed(
  { transaction, at }: PublishingChange,
  webhookId: WebhookId,
  since: number,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('deliveries')
    .set(fresh(at))
    .where('state', '=', 'failed')
    .where('webhook_id', '=', webhookId)
    .where('finished_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** What waits for a webhook that is paused is not sent any more. @see B32 */
export async function dropWaiting(
  { transaction, at }: PublishingChange,
  webhookId: WebhookId,
): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({
      state: 'dropped',
      dropped_because: 'The webhook was paused.',
      lease: null,
      finished_at: at,
    })
    .where('state', '=', 'waiting')
    .where('webhook_id', '=', webhookId)
    .execute();
}
