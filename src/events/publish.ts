import { deliveryIdOf, eventIdOf } from '../contract/branded-ids.ts';
import { afterCommit } from '../database/transaction.ts';
import type { EventFile } from './event-parts.ts';
import { payloadText, type WebhookEvent } from './event-types.ts';
import { insertDeliveries, keepQuietFile, subscribersOf, takeQuietFiles } from './outbox-store.ts';
import type { PublishedChange } from './published-change.ts';

/**
 * Writes an event with its deliveries in the transaction of the change that causes it: both are there or
 * neither. It goes to the webhooks that are active at that moment; one that nobody listens to is not kept.
 * FILE_UPDATE waits until the file has been left alone for the quiet time.
 */
export async function publish(change: PublishedChange, event: WebhookEvent): Promise<void> {
  if (!change.isTold) return;
  const { fileUpdateQuietMs } = change.context.config;
  if (event.type !== 'FILE_UPDATE' || fileUpdateQuietMs === 0) return deliver(change, event);
  await keepQuietFile(change.transaction, event.file.key, change.at + fileUpdateQuietMs);
}

/** Publishes FILE_UPDATE of some files whose quiet time is over. */
export async function publishQuietFiles(change: PublishedChange): Promise<void> {
  const files: EventFile[] = await takeQuietFiles(change);
  for (const file of files) await deliver(change, { type: 'FILE_UPDATE', file });
}

async function deliver(
  { transaction, at, context: { ids, deliveries } }: PublishedChange,
  event: WebhookEvent,
): Promise<void> {
  const webhookIds =
    event.type === 'PING' ? [event.webhookId] : await subscribersOf(transaction, event.type, event.file);
  if (webhookIds.length === 0) return;
  await insertDeliveries(
    transaction,
    {
      id: eventIdOf(ids.digits()),
      type: event.type,
      payload: payloadText(event, at),
      ...placeOf(event),
      occurredAt: at,
    },
    webhookIds.map((webhookId) => ({ id: deliveryIdOf(ids.digits()), webhookId })),
  );
  afterCommit(transaction, () => deliveries.wake(webhookIds));
}

/** What is asked again before each attempt to send it. */
const placeOf = (event: WebhookEvent) =>
  event.type === 'PING' ? {} : { fileKey: event.file.key, projectId: event.file.projectId };
