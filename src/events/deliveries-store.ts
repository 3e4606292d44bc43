import { type Kysely, sql, type Transaction } from 'kysely';
import type { DeliveryId, EventId, FileKey, ProjectId, WebhookId } from '../contract/branded-ids.ts';
import { listRows } from '../database/list-rows.ts';
import type { Tables } from '../database/tables.ts';
import { inReadCommitted } from '../database/transaction.ts';
import { type DueRow, dueDeliveries, nextDue } from './due-deliveries-store.ts';
import { lapsesOf } from './lapse-store.ts';
import { leaseOf } from './lost-leases-store.ts';
import { contendedMs, lockWebhooks, servedElsewhereMs } from './shared-webhooks-store.ts';

/** A delivery whose next attempt is this process's to make; the attempt is written already. */
export interface Claimed {
  readonly id: DeliveryId;
  readonly attemptId: string;
  /** Shared by all that one turn claims. */
  readonly lease: string;
  readonly webhook: {
    readonly id: WebhookId;
    readonly passcode: string;
    readonly keyRotations: number;
    readonly keyRotatedAt: number | null;
  };
  readonly endpoint: string;
  readonly payload: string;
  /** Of the payload, where it is large; else none. */
  readonly largeBytes: number;
  readonly attemptsMade: number;
  readonly sentAt: number;
}

/** Receivers whose last attempt succeeded, and those that failed or were not tried yet. */
export type ReceiverKind = 'proven' | 'unproven';

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
  readonly webhookId: WebhookId;
  readonly most: number;
  readonly kind: ReceiverKind;
  /** Deliveries that this process is sending now. */
  readonly sending: readonly DeliveryId[];
}

export interface Grant {
  readonly webhookId: WebhookId;
  readonly claimed: readonly Claimed[];
  /** When the webhook has to be looked at again; undefined where nothing waits. */
  readonly dueAt: number | undefined;
}

/** Bytes of large payloads, by who receives them: those that do not answer hold up no others. */
export type LargeBytes = Readonly<Record<ReceiverKind, number>>;

export interface Turn {
  readonly outcomes: readonly Outcome[];
  readonly wishes: readonly Wish[];
  readonly now: number;
  readonly leaseMs: number;
  /** Under way already. */
  readonly largeBytes: LargeBytes;
  /** Begins the lease of what is claimed: who sends it. */
  readonly leaseBy: string;
  /** Requests to one webhook at the same time, where other processes send as well; undefined where none does. */
  readonly mostOfAllProcesses: number | undefined;
}

export interface TurnTaken {
  readonly grants: readonly Grant[];
  /** Outcomes that did not count, since their deliveries had been taken back meanwhile. */
  readonly withoutLease: number;
}

/** A payload up to this is small, and counts for nothing in the bound on large ones. */
const smallBytes = 64 * 1024;
/** What large payloads to one kind of receiver take together at the most. A single one may take more. */
const mostLargeBytes = 32 * 1024 * 1024;
/** When room for large payloads is looked for again. */
const noRoomMs = 200;

/**
 * Records outcomes and claims deliveries that are due, all in one commit: every attempt is on the disk before
 * it is sent. An outcome counts only where its lease still holds. Large payloads wait until there is room for them.
 */
export async function takeTurn(
  database: Kysely<Tables>,
  turn: Turn,
  freshId: () => string,
): Promise<TurnTaken> {
  return inReadCommitted(database, async (transaction) => {
    const withoutLease = await recordOutcomes(transaction, turn.outcomes);
    const lease = leaseOf(turn.leaseBy, freshId());
    const { wishes, left } = await openWishes(transaction, turn);
    const due = await dueFor(transaction, wishes, { now: turn.now, lease, freshId });
    const told = await dropLapsed(
      transaction,
      due.flatMap(({ rows }) => rows),
      turn.now,
    );
    const fitting = withRoom(due, told, turn.largeBytes);
    const claimed = await withPayloads(transaction, [...fitting]);
    if (claimed.size > 0) await leaseAll(transaction, [...claimed.values()], lease, turn.now + turn.leaseMs);
    const grants = await grantsOf(transaction, { turn, due, told, fitting, claimed });
    return { grants: [...left, ...grants], withoutLease };
  });
}

/**
 * The wishes that other processes leave room for, since a webhook has no more than so many requests at the same time
 * from all of them. The webhooks of the other wishes are looked at again a little later.
 */
async function openWishes(
  transaction: Transaction<Tables>,
  { wishes, now, mostOfAllProcesses: most }: Turn,
): Promise<{ wishes: readonly Wish[]; left: readonly Grant[] }> {
  if (most === undefined) return { wishes, left: [] };
  const ids = wishes.map(({ webhookId }) => webhookId);
  const underWay = await lockWebhooks(transaction, ids, now);
  const roomOf = ({ webhookId }: Wish): number => most - (underWay.get(webhookId) ?? most);
  const pauseMs = ({ webhookId }: Wish): number =>
    underWay.has(webhookId) ? servedElsewhereMs : contendedMs;
  return {
    wishes: wishes
      .filter((wish) => roomOf(wish) > 0)
      .map((wish) => ({ ...wish, most: Math.min(wish.most, roomOf(wish)) })),
    left: wishes
      .filter((wish) => roomOf(wish) <= 0)
      .map((wish) => ({ webhookId: wish.webhookId, claimed: [], dueAt: now + pauseMs(wish) })),
  };
}

/** Of what is due and may be told, that for which there is room; the rest of a webhook waits in its order. */
function withRoom(due: readonly DueFor[], told: ReadonlySet<Due>, underWay: LargeBytes): ReadonlySet<Due> {
  const held = { ...underWay };
  const fits = ({ kind }: Wish, { largeBytes }: Due): boolean => {
    if (largeBytes > 0 && held[kind] > 0 && held[kind] + largeBytes > mostLargeBytes) return false;
    held[kind] += largeBytes;
    return true;
  };
  const fitting = due.map(({ wish, rows }) => {
    const end = rows.findIndex((row) => told.has(row) && !fits(wish, row));
    return (end < 0 ? rows : rows.slice(0, end)).filter((row) => told.has(row));
  });
  return new Set(fitting.flat());
}

/** One text for all webhooks that are told of the same event. */
async function withPayloads(
  transaction: Transaction<Tables>,
  due: readonly Due[],
): Promise<ReadonlyMap<Due, Claimed>> {
  if (due.length === 0) return new Map();
  const ids = [...new Set(due.map(({ eventId }) => eventId))];
  const events = await transaction
    .selectFrom('events')
    .select(['id', 'payload'])
    .where('id', 'in', ids)
    .execute();
  const payloads = new Map(events.map(({ id, payload }) => [id, payload]));
  return new Map(due.map((row) => [row, { ...row, payload: payloads.get(row.eventId) ?? '{}' }]));
}

/** Writes all of them by two statements. Answers how many did not count, since their lease had been lost. */
async function recordOutcomes(
  transaction: Transaction<Tables>,
  outcomes: readonly Outcome[],
): Promise<number> {
  if (outcomes.length === 0) return 0;
  const ended = outcomes.map(({ claimed, status, error, at }) => [claimed.attemptId, status, error, at]);
  await sql`
    update delivery_attempts set status = cast(value->>1 as bigint), error = value->>2,
      received_at = cast(value->>3 as bigint)
    from ${listRows(transaction, ended)} where delivery_attempts.id = value->>0`.execute(transaction);
  const { numAffectedRows } = await sql`
    update deliveries set state = value->>2, attempts_made = attempts_made + 1,
      next_attempt_at = cast(value->>3 as bigint), lease = null, finished_at = cast(value->>4 as bigint)
    from ${listRows(transaction, outcomes.map(stateAfter))}
    where deliveries.id = value->>0 and lease = value->>1`.execute(transaction);
  return outcomes.length - Number(numAffectedRows);
}

function stateAfter({ claimed, error, at, retryAt }: Outcome) {
  const state = error === null ? 'delivered' : retryAt === undefined ? 'failed' : 'waiting';
  return [claimed.id, claimed.lease, state, retryAt ?? at, state === 'waiting' ? null : at];
}

/** A delivery that is due, with what its event is about. */
interface Due extends Omit<Claimed, 'payload'> {
  readonly eventId: EventId;
  readonly fileKey: FileKey | null;
  readonly projectId: ProjectId | null;
}

interface DueFor {
  readonly wish: Wish;
  readonly rows: readonly Due[];
}

/**
 * Drops what the webhook may not be told of any more, however long it has waited or who sends it again, and answers
 * the rest.
 * @see ruling H36
 */
async function dropLapsed(
  transaction: Transaction<Tables>,
  due: readonly Due[],
  now: number,
): Promise<ReadonlySet<Due>> {
  const lapses = await lapsesOf(
    transaction,
    due.map(({ webhook, fileKey, projectId }) => ({ webhookId: webhook.id, fileKey, projectId })),
  );
  const dropped = due.flatMap(({ id }, place) => (lapses[place] === undefined ? [] : [[id, lapses[place]]]));
  if (dropped.length > 0) {
    await sql`
      update deliveries set state = 'dropped', dropped_because = value->>1, finished_at = ${now}
      from ${listRows(transaction, dropped)} where deliveries.id = value->>0`.execute(transaction);
  }
  return new Set(due.filter((_one, place) => lapses[place] === undefined));
}

/** What is the same of all attempts of a turn. */
interface Attempt {
  readonly now: number;
  readonly lease: string;
  readonly freshId: () => string;
}

/** What is due for each wish, with the attempt that is about to be made. */
async function dueFor(
  transaction: Transaction<Tables>,
  wishes: readonly Wish[],
  attempt: Attempt,
): Promise<DueFor[]> {
  if (wishes.length === 0) return [];
  const webhookIds = wishes.map(({ webhookId }) => webhookId);
  const most = Math.max(...wishes.map((wish) => wish.most));
  const sending = wishes.flatMap((wish) => wish.sending);
  const rows = Map.groupBy(
    await dueDeliveries(transaction, { webhookIds, most, sending, now: attempt.now }),
    ({ webhookId }) => webhookId,
  );
  return wishes.map((wish) => ({
    wish,
    rows: (rows.get(wish.webhookId) ?? []).slice(0, wish.most).map((row) => ({
      ...dueOf(row),
      attemptId: attempt.freshId(),
      lease: attempt.lease,
      sentAt: attempt.now,
    })),
  }));
}

function dueOf(row: DueRow): Omit<Due, 'attemptId' | 'lease' | 'sentAt'> {
  const { id, eventId, endpoint, attemptsMade, fileKey, projectId, payloadBytes } = row;
  const { webhookId, passcode, keyRotations, keyRotatedAt } = row;
  return {
    id,
    eventId,
    endpoint,
    attemptsMade,
    fileKey,
    projectId,
    largeBytes: payloadBytes > smallBytes ? payloadBytes : 0,
    webhook: { id: webhookId, passcode, keyRotations, keyRotatedAt },
  };
}

/** What came of what was due. */
interface Taken {
  readonly turn: Turn;
  readonly due: readonly DueFor[];
  /** What may be told, what of it there is room for, and what is claimed. */
  readonly told: ReadonlySet<Due>;
  readonly fitting: ReadonlySet<Due>;
  readonly claimed: ReadonlyMap<Due, Claimed>;
}

async function grantsOf(
  transaction: Transaction<Tables>,
  { turn, due, told, fitting, claimed }: Taken,
): Promise<Grant[]> {
  const emptied = due.filter(({ wish, rows }) => rows.length < wish.most);
  const next = await nextDue(
    transaction,
    emptied.map(({ wish }) => wish.webhookId),
  );
  return due.map(({ wish, rows }) => {
    const waits = rows.some((row) => told.has(row) && !fitting.has(row));
    const dueAt = rows.length < wish.most ? next.get(wish.webhookId) : turn.now;
    return {
      webhookId: wish.webhookId,
      claimed: rows.flatMap((row) => claimed.get(row) ?? []),
      dueAt: waits ? turn.now + noRoomMs : dueAt,
    };
  });
}

async function leaseAll(
  transaction: Transaction<Tables>,
  claimed: readonly Claimed[],
  lease: string,
  lostAt: number,
): Promise<void> {
  const rows = claimed.map((one) => [one.id, one.attemptId, one.webhook.id, one.endpoint, one.sentAt]);
  await sql`
    update deliveries set lease = ${lease}, next_attempt_at = ${lostAt}
    from ${listRows(transaction, rows)} where deliveries.id = value->>0`.execute(transaction);
  await sql`
    insert into delivery_attempts (id, delivery_id, webhook_id, endpoint, sent_at)
    select value->>1, value->>0, value->>2, value->>3, cast(value->>4 as bigint)
    from ${listRows(transaction, rows)}`.execute(transaction);
}

/**
 * Each webhook for which something waits, with the earliest time. Steps through the index from one webhook to
 * the next, so that a long queue costs no more than a short one.
 */
export async function waitingWebhooks(
  database: Kysely<Tables>,
): Promise<readonly { webhookId: WebhookId; dueAt: number }[]> {
  const { rows } = await sql<{ webhook_id: WebhookId; due_at: number }>`
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
