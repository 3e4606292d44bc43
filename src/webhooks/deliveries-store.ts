import type { Kysely } from 'kysely';
import { afterPlace } from '../database/after-place.ts';
import type { DeliveriesTable, Tables } from '../database/tables.ts';

/** A delivery with its event's type and what its last attempt came to. */
export interface DeliveryRow {
  readonly id: string;
  readonly type: string;
  readonly state: DeliveriesTable['state'];
  readonly attempts_made: number;
  readonly created_at: number;
  readonly next_attempt_at: number;
  readonly finished_at: number | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly dropped_because: string | null;
}

const pageSize = 100;

/** A page of a webhook's deliveries, newest first: those older than `before`. */
export async function pageOfDeliveries(
  database: Kysely<Tables>,
  webhookId: string,
  before: { readonly id: string; readonly created_at: number } | undefined,
): Promise<DeliveryRow[]> {
  const deliveries = database
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select((term) => {
      const last = term
        .selectFrom('delivery_attempts')
        .whereRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
        .where('delivery_attempts.received_at', 'is not', null)
        .orderBy('sent_at', 'desc')
        .limit(1);
      return [
        'deliveries.id',
        'events.type',
        'deliveries.state',
        'deliveries.attempts_made',
        'deliveries.created_at',
        'deliveries.next_attempt_at',
        'deliveries.finished_at',
        'deliveries.dropped_because',
        last.select('delivery_attempts.status').as('last_status'),
        last.select('delivery_attempts.error').as('last_error'),
      ];
    })
    .where('deliveries.webhook_id', '=', webhookId);
  const place = before && { by: before.created_at, id: before.id };
  const part = { place, count: pageSize, direction: 'desc' } as const;
  return afterPlace(deliveries, ['deliveries.created_at', 'deliveries.id'], part).execute();
}

export async function deliveryById(database: Kysely<Tables>, webhookId: string, id: string) {
  return database
    .selectFrom('deliveries')
    .select(['id', 'state', 'created_at'])
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

export async function replayOne(transaction: Kysely<Tables>, id: string, now: number): Promise<void> {
  await transaction.updateTable('deliveries').set(fresh(now)).where('id', '=', id).execute();
}

/** Makes due again what failed at that time or later; answers how many deliveries that are. */
export async function replayFailed(
  transaction: Kysely<Tables>,
  webhookId: string,
  since: number,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('deliveries')
    .set(fresh(now))
    .where('state', '=', 'failed')
    .where('webhook_id', '=', webhookId)
    .where('finished_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
