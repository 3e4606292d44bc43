import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { DeliveryId, WebhookId } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { DeliveriesTable, Tables } from '../database/tables.ts';
import { notFound } from '../errors.ts';
import { deliveryById } from '../events/replay-store.ts';
import { findManagedWebhook } from './managed-webhooks-store.ts';

/** A delivery with its event's type and what its last attempt came to. */
export interface ListedDelivery {
  readonly id: DeliveryId;
  readonly type: string;
  readonly state: DeliveriesTable['state'];
  readonly attemptsMade: number;
  readonly createdAt: number;
  readonly nextAttemptAt: number;
  readonly finishedAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly droppedBecause: string | null;
}

const pageSize = 100;

/**
 * A page of a webhook's deliveries, newest first: those older than one of them, where the caller may manage the webhook.
 * @throws ApiError 404 also for an unknown delivery, 403
 */
export async function pageOfDeliveries(
  database: Kysely<Tables>,
  caller: Caller,
  id: WebhookId,
  before: DeliveryId | undefined,
): Promise<ListedDelivery[]> {
  const webhook = await findManagedWebhook(database, caller, id);
  const delivery = before === undefined ? undefined : await deliveryById(database, webhook.id, before);
  if (before !== undefined && delivery === undefined) throw notFound('Delivery not found');
  return deliveriesBefore(database, webhook.id, delivery);
}

function deliveriesBefore(
  database: Kysely<Tables>,
  webhookId: WebhookId,
  before: { readonly id: DeliveryId; readonly createdAt: number } | undefined,
): Promise<ListedDelivery[]> {
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
        'deliveries.attempts_made as attemptsMade',
        'deliveries.created_at as createdAt',
        'deliveries.next_attempt_at as nextAttemptAt',
        'deliveries.finished_at as finishedAt',
        'deliveries.dropped_because as droppedBecause',
        last.select('delivery_attempts.status').as('lastStatus'),
        last.select('delivery_attempts.error').as('lastError'),
      ];
    })
    .where('deliveries.webhook_id', '=', webhookId);
  const place = before && { by: before.createdAt, id: before.id };
  const part = { place, count: pageSize, direction: 'desc' } as const;
  return afterPlace(deliveries, ['deliveries.created_at', 'deliveries.id'], part).execute();
}
