import { type Kysely, sql } from 'kysely';
import type { FileKey, ProjectId, WebhookId } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
import { partsOf } from '../database/rows-at-once.ts';
import type { Tables } from '../database/tables.ts';

/** An attempt to deliver, with the payload of its event. */
export interface Attempt {
  readonly id: string;
  readonly endpoint: string;
  readonly sentAt: number;
  readonly status: number | null;
  readonly receivedAt: number | null;
  readonly error: string | null;
  readonly payload: string;
  readonly fileKey: FileKey | null;
  readonly projectId: ProjectId | null;
}

const rowsPerRead = 200;

/**
 * The attempts sent to a webhook since a time, newest first. They are read in parts while the list is walked, fewer
 * together where their payloads are large.
 */
export async function* attemptsOf(
  database: Kysely<Tables>,
  webhookId: WebhookId,
  since: number,
): AsyncGenerator<Attempt> {
  const attempts = database
    .selectFrom('delivery_attempts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .where('delivery_attempts.webhook_id', '=', webhookId)
    .where('delivery_attempts.sent_at', '>=', since);
  const sizes = attempts.select(sql<number>`octet_length(events.payload)`.as('bytes'));
  const whole = attempts.select([
    'delivery_attempts.id',
    'delivery_attempts.endpoint',
    'delivery_attempts.sent_at as sentAt',
    'delivery_attempts.status',
    'delivery_attempts.received_at as receivedAt',
    'delivery_attempts.error',
    'events.payload',
    'events.file_key as fileKey',
    'events.project_id as projectId',
  ]);
  const part = (last: Attempt | undefined, count: number) =>
    ({ place: last && { by: last.sentAt, id: last.id }, count, direction: 'desc' }) as const;
  const parts = partsOf<Attempt>({
    sizesAfter: (last) => afterPlace(sizes, order, part(last, rowsPerRead)).execute(),
    rowsAfter: (last, count) => afterPlace(whole, order, part(last, count)).execute(),
  });
  for await (const rows of parts) yield* rows;
}

const order = ['delivery_attempts.sent_at', 'delivery_attempts.id'] as const;
