import { deliveryIdOf } from '../../contract/branded-ids.ts';
import type { WebhookDelivery, WebhookV2Event } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { type ListedDelivery, pageOfDeliveries } from '../../webhooks/listed-deliveries-store.ts';

export const listDeliveries: Handler<'listDeliveries'> = async ({ caller, path, query }, { database }) => {
  const deliveries = await pageOfDeliveries(database, caller, path.webhook_id, deliveryIdOf(query.before));
  return { json: { deliveries: deliveries.map(deliveryRecord) } };
};

function deliveryRecord(delivery: ListedDelivery): WebhookDelivery {
  const waits = delivery.state === 'waiting';
  return {
    id: delivery.id,
    event_type: delivery.type as WebhookV2Event,
    state: delivery.state,
    attempts: delivery.attemptsMade,
    created_at: isoTime(delivery.createdAt),
    next_attempt_at: waits ? timeText(delivery.nextAttemptAt) : null,
    finished_at: delivery.finishedAt === null ? null : timeText(delivery.finishedAt),
    last_status: delivery.lastStatus,
    last_error: delivery.droppedBecause ?? delivery.lastError,
  };
}

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();
