import type { Kysely } from 'kysely';
import type { FileKey, ProjectId } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
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

/** The attempts sent to a webhook since a time, newest first, read in parts as the list goes on. */
export async function* attemptsOf(
  database: Kysely<Tables>,
  webhookId: string,
  since: number,
): AsyncGenerator<Attempt> {
  let last: Attempt | undefined;
  do {
    const rows = await attemptsBefore(database, webhookId, since, last);
    yield* rows;
    last = rows.length < rowsPerRead ? undefined : rows.at(-1);
  } while (last !== undefined);
}

function attemptsBefore(
  database: Kysely<Tables>,
  webhookId: string,
  since: number,
  last: Attempt | undefined,
): Promise<Attempt[]> {
  const attempts = database
    .selectFrom('delivery_attempts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select([
      'delivery_attempts.id',
      'delivery_attempts.endpoint',
      'delivery_attempts.sent_at as sentAt',
      'delivery_attempts.status',
      'delivery_attempts.received_at as receivedAt',
      'delivery_attempts.error',
      'events.payload',
      'events.file_key as fileKey',
      'events.project_id as projectId',
    ])
    .where('delivery_attempts.webhook_id', '=', webhookId)
    .where('delivery_attempts.sent_at', '>=', since);
  const place = last && { by: last.sentAt, id: last.id };
  const part = { place, count: rowsPerRead, direction: 'desc' } as const;
  return afterPlace(attempts, ['delivery_attempts.sent_at', 'delivery_attempts.id'], part).execute();
}
