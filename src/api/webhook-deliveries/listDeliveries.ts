import type { WebhookDelivery, WebhookV2Event } from '../../contract/contract.ts';
import { notFound } from '../../errors.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { type DeliveryRow, deliveryById, pageOfDeliveries } from '../../webhooks/deliveries-store.ts';
import { findManagedWebhook } from '../../webhooks/managed-webhooks-store.ts';

export const listDeliveries: Handler<'listDeliveries'> = async ({ caller, path, query }, { database }) => {
  const webhook = await findManagedWebhook(database, caller, path.webhook_id);
  const before =
    query.before === undefined ? undefined : await deliveryById(database, webhook.id, query.before);
  if (query.before !== undefined && before === undefined) throw notFound('Delivery not found');
  const deliveries = await pageOfDeliveries(database, webhook.id, before);
  return { json: { deliveries: deliveries.map(deliveryRecord) } };
};

function deliveryRecord(delivery: DeliveryRow): WebhookDelivery {
  const waits = delivery.state === 'waiting';
  return {
    id: delivery.id,
    event_type: delivery.type as WebhookV2Event,
    state: delivery.state,
    attempts: delivery.attempts_made,
    created_at: isoTime(delivery.created_at),
    next_attempt_at: waits ? timeText(delivery.next_attempt_at) : null,
    finished_at: delivery.finished_at === null ? null : timeText(delivery.finished_at),
    last_status: delivery.last_status,
    last_error: delivery.dropped_because ?? delivery.last_error,
  };
}

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();
