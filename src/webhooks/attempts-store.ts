import type { Kysely } from 'kysely';
import { afterPlace } from '../database/after-place.ts';
import type { Tables } from '../database/tables.ts';

/** An attempt to deliver, with the payload of its event. */
export interface AttemptRow {
  readonly id: string;
  readonly endpoint: string;
  readonly sent_at: number;
  readonly status: number | null;
  readonly received_at: number | null;
  readonly error: string | null;
  readonly payload: string;
  readonly file_key: string | null;
  readonly project_id: string | null;
}

const rowsPerRead = 200;

/** The attempts sent to a webhook since a time, newest first, read in parts as the list goes on. */
export async function* attemptsOf(
  database: Kysely<Tables>,
  webhookId: string,
  since: number,
): AsyncGenerator<AttemptRow> {
  let last: AttemptRow | undefined;
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
  last: AttemptRow | undefined,
): Promise<AttemptRow[]> {
  const attempts = database
    .selectFrom('delivery_attempts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select([
      'delivery_attempts.id',
      'delivery_attempts.endpoint',
      'delivery_attempts.sent_at',
      'delivery_attempts.status',
      'delivery_attempts.received_at',
      'delivery_attempts.error',
      'events.payload',
      'events.file_key',
      'events.project_id',
    ])
    .where('delivery_attempts.webhook_id', '=', webhookId)
    .where('delivery_attempts.sent_at', '>=', since);
  const place = last && { by: last.sent_at, id: last.id };
  const part = { place, count: rowsPerRead, direction: 'desc' } as const;
  return afterPlace(attempts, ['delivery_attempts.sent_at', 'delivery_attempts.id'], part).execute();
}
