import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DeliveryId, EventId, FileKey, ProjectId, WebhookId } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { keepPlanOf } from '../database/kept-plans.ts';
import { listRows } from '../database/list-rows.ts';
import type { Tables } from '../database/tables.ts';

/** A delivery that is due, with what it is sent by and what its event is about. */
export interface DueRow {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly eventId: EventId;
  readonly attemptsMade: number;
  readonly payloadBytes: number;
  readonly fileKey: FileKey | null;
  readonly projectId: ProjectId | null;
  readonly endpoint: string;
  readonly passcode: string;
  readonly keyRotations: number;
  readonly keyRotatedAt: number | null;
}

/** For which webhooks, how many of each at the most, and which are being sent already. */
interface Asked {
  readonly webhookIds: readonly WebhookId[];
  readonly most: number;
  readonly sending: readonly DeliveryId[];
  readonly now: number;
}

/**
 * What is due for some webhooks, of each what waits longest, in one statement: a turn of many webhooks takes no more
 * ways to the database than one of few. A webhook costs a look into an index, however much waits for it.
 */
export function dueDeliveries(transaction: Transaction<Tables>, asked: Asked): Promise<readonly DueRow[]> {
  const ids = asked.webhookIds.map((id) => [id]);
  return rowsOf(
    transaction,
    sql<DueRow>`
      select deliveries.id, deliveries.webhook_id as "webhookId", deliveries.event_id as "eventId",
        deliveries.attempts_made as "attemptsMade", octet_length(events.payload) as "payloadBytes",
        events.file_key as "fileKey", events.project_id as "projectId", webhooks.endpoint, webhooks.passcode,
        webhooks.key_rotations as "keyRotations", webhooks.key_rotated_at as "keyRotatedAt"
      from ${listRows(transaction, ids)} ${joinFirst(transaction, asked)}
      join webhooks on webhooks.id = deliveries.webhook_id
      join events on events.id = deliveries.event_id
      order by deliveries.next_attempt_at`,
  );
}

/** The first deliveries of each listed webhook. On PostgreSQL those that another claims are passed over. */
function joinFirst(transaction: Transaction<Tables>, asked: Asked): RawBuilder<unknown> {
  const beingSent = listRows(
    transaction,
    asked.sending.map((id) => [id]),
    'sending',
  );
  const first = sql`
    select waiting.id from deliveries as waiting
    where waiting.state = 'waiting' and waiting.webhook_id = list.value->>0 and waiting.next_attempt_at <= ${asked.now}
      and waiting.id not in (select sending.value->>0 from ${beingSent})
    order by waiting.next_attempt_at limit ${asked.most}`;
  return isPostgres(transaction)
    ? sql`cross join lateral (${first} for update of waiting skip locked) as due
      join deliveries on deliveries.id = due.id`
    : sql`join deliveries on deliveries.id in (${first})`;
}

/** When something is due for each of some webhooks; those for which nothing waits are left out. */
export async function nextDue(
  transaction: Transaction<Tables>,
  webhookIds: readonly WebhookId[],
): Promise<ReadonlyMap<WebhookId, number>> {
  if (webhookIds.length === 0) return new Map();
  const list = listRows(
    transaction,
    webhookIds.map((id) => [id]),
  );
  const rows = await rowsOf(
    transaction,
    sql<{ webhookId: WebhookId; dueAt: number | null }>`
      select list.value->>0 as "webhookId", (
        select min(next_attempt_at) from deliveries
        where state = 'waiting' and webhook_id = list.value->>0
      ) as "dueAt" from ${list}`,
  );
  return new Map(rows.flatMap(({ webhookId, dueAt }) => (dueAt === null ? [] : [[webhookId, dueAt]])));
}

async function rowsOf<Row>(
  transaction: Transaction<Tables>,
  statement: RawBuilder<Row>,
): Promise<readonly Row[]> {
  const query = statement.compile(transaction);
  keepPlanOf(query.sql);
  return (await transaction.executeQuery(query)).rows;
}
