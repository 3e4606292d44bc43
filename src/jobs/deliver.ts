import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { GuardedClient } from '../delivery/guarded-client.ts';
import { messageOf } from '../errors.ts';
import { nextQuietEnd } from '../events/outbox-store.ts';
import { type PublishParts, publishQuietFiles } from '../events/publish.ts';
import {
  type Claimed,
  type Outcome,
  takeBackLost,
  takeTurn,
  type Wish,
  waitingWebhooks,
} from './delivery-store.ts';
import { lanesOf } from './lanes.ts';
import { type SendParts, sendDelivery } from './send-delivery.ts';

/** Sends what webhooks are owed. */
export interface Deliveries {
  /** There is something new to send to these webhooks. */
  wake(webhookIds: readonly string[]): void;
  /** Begins to send; what an earlier process left half done first. */
  start(): Promise<void>;
  /** Resolves once nothing is due and nothing under way. */
  settle(): Promise<void>;
  /** When something will be due next, a retry or the end of a quiet time. */
  nextDueAt(): Promise<number | undefined>;
  /** Lets requests under way end for a while; those that do not are broken off and repeated by the next start. */
  stop(graceMs?: number): Promise<void>;
}

export interface DeliverParts extends SendParts, Omit<PublishParts, 'deliveries'> {
  readonly database: Kysely<Tables>;
  readonly receivers: GuardedClient;
  readonly config: { readonly fileUpdateQuietMs: number; readonly webhookTimeoutMs: number };
  readonly log: Logger;
}

/** How often the database is asked for work that nobody in this process announced. */
const lookMs = 1000;
const stopGraceMs = 5000;
/** Beyond the receiver's own deadline: recording may wait for the database. */
const leaseReserveMs = 60_000;
const settlePauseMs = 20;
/** A turn is followed by a pause as long as itself, up to this. */
const longestGatherMs = 10;

export function deliveriesOf(parts: DeliverParts): Deliveries {
  const { database, clock, ids, log } = parts;
  const lanes = lanesOf();
  const sending = new Set<Promise<void>>();
  let outcomes: Outcome[] = [];
  let state: 'idle' | 'running' | 'stopping' = 'idle';
  let isAsked = false;
  let turns: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  let looking: Promise<void> = Promise.resolve();

  /** Takes turns until there is nothing to record and nothing to claim. */
  const stir = (): void => {
    isAsked = true;
    if (state === 'idle') return;
    turns ??= takeTurns().finally(() => {
      turns = undefined;
      plan();
    });
  };

  const takeTurns = async (): Promise<void> => {
    clearTimeout(timer);
    while (isAsked) {
      isAsked = false;
      const startedAt = performance.now();
      await oneTurn();
      // What comes meanwhile shares the next flush of the disk, which stops the whole program with SQLite.
      await sleep(Math.min(longestGatherMs, performance.now() - startedAt));
    }
  };

  const oneTurn = async (): Promise<void> => {
    const recorded = outcomes;
    const wishes = state === 'running' ? lanes.wishes(clock.now()) : [];
    if (recorded.length === 0 && wishes.length === 0) return;
    outcomes = [];
    try {
      await grant(recorded, wishes);
    } catch (error) {
      outcomes = [...recorded, ...outcomes];
      lanes.giveBack(wishes);
      log.error({ error: messageOf(error) }, 'deliveries could not be recorded; they are tried again');
      await sleep(lookMs);
    }
  };

  const grant = async (recorded: readonly Outcome[], wishes: readonly Wish[]): Promise<void> => {
    const leaseMs = parts.config.webhookTimeoutMs + leaseReserveMs;
    const turn = { outcomes: recorded, wishes, now: clock.now(), leaseMs };
    for (const granted of await takeTurn(database, turn, ids.digits)) {
      lanes.granted(granted);
      for (const claimed of granted.claimed) send(claimed);
      if (granted.claimed.length > 0) isAsked = true;
    }
    for (const { claimed, retryAt } of recorded) {
      if (retryAt !== undefined) lanes.expect(claimed.webhook.id, retryAt);
    }
  };

  const send = (claimed: Claimed): void => {
    const work = sendDelivery(parts, claimed).then((outcome) => {
      sending.delete(work);
      lanes.ended(claimed.webhook.id, claimed.id, outcome.error === null);
      // What was broken off at the stop is not the receiver's failure: the next start repeats it.
      if (state === 'running' || outcome.answered) outcomes.push(outcome);
      stir();
    });
    sending.add(work);
  };

  const look = async (): Promise<void> => {
    lookedAt = performance.now();
    const publishing = { ...parts, deliveries: { wake } };
    while (((await nextQuietEnd(database)) ?? Infinity) <= clock.now())
      await inTransaction(database, (transaction) =>
        publishQuietFiles({ transaction, at: clock.now(), context: publishing, isTold: true }),
      );
    for (const { webhookId, dueAt } of await waitingWebhooks(database)) lanes.expect(webhookId, dueAt);
  };

  const plan = (): void => {
    if (state !== 'running') return;
    if (isAsked) {
      stir();
      return;
    }
    const waitMs = Math.max(0, Math.min(lookMs, lanes.nextDueAt() - clock.now()));
    timer = setTimeout(tick, waitMs).unref();
  };

  const tick = (): void => {
    if (performance.now() - lookedAt < lookMs) {
      stir();
      return;
    }
    looking = look()
      .catch((error) => log.error({ error: messageOf(error) }, 'waiting deliveries could not be looked for'))
      .finally(stir);
  };

  const wake = (webhookIds: readonly string[]): void => {
    for (const webhookId of webhookIds) lanes.expect(webhookId, 0);
    stir();
  };

  const settle = async (): Promise<void> => {
    for (;;) {
      await look();
      stir();
      await turns;
      if (sending.size === 0 && outcomes.length === 0 && lanes.nextDueAt() > clock.now()) return;
      await Promise.race([...sending, sleep(settlePauseMs)]);
    }
  };

  return {
    wake,
    settle,
    start: async () => {
      await takeBackLost(database, clock.now());
      state = 'running';
      await look();
      stir();
    },
    nextDueAt: async () => {
      const waiting = (await waitingWebhooks(database)).map(({ dueAt }) => dueAt);
      const quietEnd = await nextQuietEnd(database);
      const earliest = Math.min(...waiting, quietEnd ?? Infinity);
      return earliest === Infinity ? undefined : earliest;
    },
    stop: async (graceMs = stopGraceMs) => {
      state = 'stopping';
      clearTimeout(timer);
      await looking;
      await Promise.race([Promise.all(sending), sleep(graceMs, undefined, { ref: false })]);
      await parts.receivers.close();
      await Promise.all(sending);
      stir();
      await turns;
    },
  };
}
