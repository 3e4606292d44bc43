import { type Kysely, sql, type Transaction } from 'kysely';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';
import { repeated } from '../database/transaction.ts';

/** A delivery whose next attempt is this process's to make; the attempt is written already. */
export interface Claimed {
  readonly id: string;
  readonly attemptId: string;
  /** Shared by all that one turn claims. */
  readonly lease: string;
  readonly webhook: {
    readonly id: string;
    readonly passcode: string;
    readonly key_rotations: number;
    readonly key_rotated_at: number | null;
  };
  readonly endpoint: string;
  readonly payload: string;
  readonly attemptsMade: number;
  readonly sentAt: number;
}

/** How an attempt ended. */
export interface Outcome {
  readonly claimed: Claimed;
  /** Null without an answer. */
  readonly status: number | null;
  /** Null where it succeeded. */
  readonly error: string | null;
  readonly at: number;
  /** When to try again after a failure; undefined where no attempt is left. */
  readonly retryAt: number | undefined;
}

/** What may be claimed for one webhook. */
export interface Wish {
  readonly webhookId: string;
  readonly most: number;
  /** Deliveries that this process is sending now. */
  readonly sending: readonly string[];
}

export interface Grant {
  readonly webhookId: string;
  readonly claimed: readonly Claimed[];
  /** When the webhook has to be looked at again; undefined where nothing waits. */
  readonly dueAt: number | undefined;
}

/**
 * Records outcomes and claims deliveries that are due, all in one commit: every attempt is on the disk before
 * it is sent. An outcome counts only where its lease still holds.
 */
export async function takeTurn(
  database: Kysely<Tables>,
  turn: { outcomes: readonly Outcome[]; wishes: readonly Wish[]; now: number; leaseMs: number },
  freshId: () => string,
): Promise<Grant[]> {
  return repeated(() =>
    database.transaction().execute(async (transaction) => {
      await recordOutcomes(transaction, turn.outcomes);
      const lease = freshId();
      const claims: { wish: Wish; claimed: Claimed[] }[] = [];
      for (const wish of turn.wishes)
        claims.push({ wish, claimed: await selectDue(transaction, wish, turn.now, lease, freshId) });
      const all = claims.flatMap(({ claimed }) => claimed);
      if (all.length > 0) await leaseAll(transaction, all, lease, turn.now + turn.leaseMs);
      const grants: Grant[] = [];
      for (const { wish, claimed } of claims) {
        const dueAt = claimed.length < wish.most ? await nextOf(transaction, wish.webhookId) : turn.now;
        grants.push({ webhookId: wish.webhookId, claimed, dueAt });
      }
      return grants;
    }),
  );
}

/** Two statements for all of them: a turn of many costs no more ways to the database than one of few. */
async function recordOutcomes(transaction: Transaction<Tables>, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const ended = sql.join(outcomes.map(endedRow));
  await sql`
    update delivery_attempts set status = column2, error = column3, received_at = column4
    from (values ${ended}) as ended where delivery_attempts.id = column1`.execute(transaction);
  const left = sql.join(outcomes.map(deliveryRow));
  await sql`
    update deliveries set state = column3, attempts_made = attempts_made + 1, next_attempt_at = column4,
      lease = null, finished_at = column5
    from (values ${left}) as ended where deliveries.id = column1 and lease = column2`.execute(transaction);
}

const endedRow = ({ claimed, status, error, at }: Outcome) =>
  sql`(${claimed.attemptId}, ${whole(status)}, ${sql`cast(${error} as text)`}, ${whole(at)})`;

function deliveryRow({ claimed, error, at, retryAt }: Outcome) {
  const state = error === null ? 'delivered' : retryAt === undefined ? 'failed' : 'waiting';
  const finishedAt = state === 'waiting' ? null : at;
  return sql`(${claimed.id}, ${claimed.lease}, ${state}, ${whole(retryAt ?? at)}, ${whole(finishedAt)})`;
}

/** PostgreSQL takes a value of a list for text where nothing else is said. */
const whole = (value: number | null) => sql`cast(${value} as bigint)`;

async function selectDue(
  transaction: Transaction<Tables>,
  { webhookId, most, sending }: Wish,
  now: number,
  lease: string,
  freshId: () => string,
): Promise<Claimed[]> {
  let query = transaction
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select(['deliveries.id', 'deliveries.attempts_made', 'events.payload'])
    .select(['webhooks.endpoint', 'webhooks.passcode', 'webhooks.key_rotations', 'webhooks.key_rotated_at'])
    .where('deliveries.state', '=', 'waiting')
    .where('deliveries.webhook_id', '=', webhookId)
    .where('deliveries.next_attempt_at', '<=', now)
    .orderBy('deliveries.next_attempt_at')
    .limit(most);
  if (sending.length > 0) query = query.where('deliveries.id', 'not in', [...sending]);
  if (isPostgres(transaction)) query = query.forUpdate('deliveries').skipLocked();
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    attemptId: freshId(),
    lease,
    webhook: {
      id: webhookId,
      passcode: row.passcode,
      key_rotations: row.key_rotations,
      key_rotated_at: row.key_rotated_at,
    },
    endpoint: row.endpoint,
    payload: row.payload,
    attemptsMade: row.attempts_made,
    sentAt: now,
  }));
}

async function leaseAll(
  transaction: Transaction<Tables>,
  claimed: readonly Claimed[],
  lease: string,
  lostAt: number,
): Promise<void> {
  const ids = claimed.map(({ id }) => id);
  await transaction
    .updateTable('deliveries')
    .set({ lease, next_attempt_at: lostAt })
    .where('id', 'in', ids)
    .execute();
  await transaction
    .insertInto('delivery_attempts')
    .values(
      claimed.map(({ id, attemptId, webhook, endpoint, sentAt }) => ({
        id: attemptId,
        delivery_id: id,
        webhook_id: webhook.id,
        endpoint,
        sent_at: sentAt,
        status: null,
        received_at: null,
        error: null,
      })),
    )
    .execute();
}

async function nextOf(transaction: Transaction<Tables>, webhookId: string): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('deliveries')
    .select('next_attempt_at')
    .where('state', '=', 'waiting')
    .where('webhook_id', '=', webhookId)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at;
}

/**
 * Each webhook for which something waits, with the earliest time. Steps through the index from one webhook to
 * the next, so that a long queue costs no more than a short one.
 */
export async function waitingWebhooks(
  database: Kysely<Tables>,
): Promise<readonly { webhookId: string; dueAt: number }[]> {
  const { rows } = await sql<{ webhook_id: string; due_at: number }>`
    select webhook_id, due_at from (
      with recursive lane(webhook_id) as (
        select min(webhook_id) from deliveries where state = 'waiting'
        union all
        select (select min(webhook_id) from deliveries where state = 'waiting' and webhook_id > lane.webhook_id)
        from lane where lane.webhook_id is not null
      )
      select lane.webhook_id, (
        select min(next_attempt_at) from deliveries
        where state = 'waiting' and deliveries.webhook_id = lane.webhook_id
      ) as due_at
      from lane
    ) as waiting where webhook_id is not null and due_at is not null`.execute(database);
  return rows.map(({ webhook_id, due_at }) => ({ webhookId: webhook_id, dueAt: due_at }));
}

/**
 * Makes due again what an earlier process was sending when it ended; its attempts say so. They do not count as
 * failures. Called while no other process works on the installation.
 */
export async function takeBackLost(database: Kysely<Tables>, now: number): Promise<void> {
  await repeated(() =>
    database.transaction().execute(async (transaction) => {
      const lost = transaction
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'waiting')
        .where('lease', 'is not', null);
      await transaction
        .updateTable('delivery_attempts')
        .set({ error: 'The server stopped before an answer was known; the request is repeated.' })
        .where('delivery_id', 'in', lost)
        .where('received_at', 'is', null)
        .execute();
      await transaction
        .updateTable('deliveries')
        .set({ lease: null, next_attempt_at: now })
        .where('state', '=', 'waiting')
        .where('lease', 'is not', null)
        .execute();
    }),
  );
}
