import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookId } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { waitsForRestore } from '../database/waits-for-restore.ts';
import type { GuardedClient } from '../delivery/guarded-client.ts';
import { messageOf } from '../errors.ts';
import { waitingWebhooks } from '../events/deliveries-store.ts';
import { isAnyLost, isAnyUnderWay, takeBackLost } from '../events/lost-leases-store.ts';
import { nextQuietEnd } from '../events/outbox-store.ts';
import { publishQuietFiles } from '../events/publish.ts';
import type { PublishParts } from '../events/published-change.ts';
import { livingProcesses } from '../installation/processes-store.ts';
import { lanesOf } from './delivery-lanes.ts';
import { DeliveryTurns, type TurnParts } from './delivery-turns.ts';

/** Sends the deliveries that webhooks are owed. */
export interface Deliveries {
  /** There is something new to send to these webhooks. */
  wake(webhookIds: readonly WebhookId[]): void;
  /** Begins to send; what an earlier process left half done first. */
  start(): Promise<void>;
  /** Resolves once nothing is due and nothing under way. */
  settle(): Promise<void>;
  /** When something will be due next, a retry or the end of a quiet time. */
  nextDueAt(): Promise<number | undefined>;
  /** For how long something has been due that nobody has sent yet. */
  oldestDueMs(): Promise<number>;
  /** How many requests to webhooks this process has taken on. */
  claimed(): number;
  /** How many outcomes came when their deliveries had been taken from this process. */
  outcomesWithoutLease(): number;
  /** Lets requests under way end for a while; those that do not are broken off and repeated by the next start. */
  stop(graceMs?: number): Promise<void>;
}

export interface DeliverParts extends TurnParts, Omit<PublishParts, 'deliveries' | 'config'> {
  readonly receivers: GuardedClient;
  readonly config: PublishParts['config'] & TurnParts['config'] & { readonly roles: readonly string[] };
}

/** How often the database is asked for work that nobody in this process announced, also by one that sends without a rest. */
const lookMs = 1000;
const stopGraceMs = 5000;
const settlePauseMs = 20;

export const deliveriesOf = (parts: DeliverParts): Deliveries => new OwedDeliveries(parts);

class OwedDeliveries implements Deliveries {
  readonly #parts: DeliverParts;
  readonly #lanes = lanesOf();
  readonly #turns: DeliveryTurns;
  #dueTimer: NodeJS.Timeout | undefined;
  #lookTimer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: DeliverParts) {
    this.#parts = parts;
    this.#turns = new DeliveryTurns(parts, this.#lanes, {
      begin: () => clearTimeout(this.#dueTimer),
      rest: () => this.#plan(),
    });
  }

  readonly wake = (webhookIds: readonly WebhookId[]): void => {
    if (!this.#sends) {
      this.#parts.together?.bell.ring('deliveries');
      return;
    }
    for (const webhookId of webhookIds) this.#lanes.expect(webhookId, 0);
    this.#turns.stir();
  };

  readonly start = async (): Promise<void> => {
    if (!this.#sends) return;
    const { database, clock, together } = this.#parts;
    const living = together && (await livingProcesses(database)).map(({ id }) => id);
    await takeBackLost(database, clock.now(), living === undefined ? 'all' : { exceptOf: living });
    together?.bell.onRing('deliveries', () => this.#lookNow(this.#expectWaiting));
    this.#turns.state = 'running';
    await this.#look();
    this.#turns.stir();
    this.#lookAgain();
  };

  readonly settle = async (): Promise<void> => {
    for (;;) {
      await this.#look();
      this.#turns.stir();
      await this.#turns.rest();
      const isQuiet = this.#turns.isQuiet && this.#lanes.nextDueAt() > this.#parts.clock.now();
      if (isQuiet && !(await this.#isUnderWayElsewhere())) return;
      await Promise.race([...this.#turns.sending, sleep(settlePauseMs)]);
    }
  };

  readonly nextDueAt = async (): Promise<number | undefined> => {
    const { database } = this.#parts;
    const waiting = await waitingWebhooks(database);
    const quietEnd = await nextQuietEnd(database);
    const earliest = waiting.reduce((first, { dueAt }) => Math.min(first, dueAt), quietEnd ?? Infinity);
    return earliest === Infinity ? undefined : earliest;
  };

  readonly oldestDueMs = async (): Promise<number> => {
    const { database, clock } = this.#parts;
    const now = clock.now();
    const waiting = await waitingWebhooks(database);
    return waiting.reduce((most, { dueAt }) => Math.max(most, now - dueAt), 0);
  };

  readonly claimed = (): number => this.#turns.claimed;

  readonly outcomesWithoutLease = (): number => this.#turns.outcomesWithoutLease;

  readonly stop = async (graceMs = stopGraceMs): Promise<void> => {
    const { sending } = this.#turns;
    this.#turns.state = 'stopping';
    clearTimeout(this.#lookTimer);
    await this.#looking;
    await Promise.race([Promise.all(sending), sleep(graceMs, undefined, { ref: false })]);
    await this.#parts.receivers.close();
    await Promise.all(sending);
    this.#turns.stir();
    await this.#turns.rest();
    await this.#giveBack();
  };

  get #sends(): boolean {
    return this.#parts.config.roles.includes('jobs');
  }

  async #isUnderWayElsewhere(): Promise<boolean> {
    return this.#parts.together !== undefined && (await isAnyUnderWay(this.#parts.database));
  }

  /** What was broken off at the stop need not wait for this process to count as dead. */
  async #giveBack(): Promise<void> {
    const { database, clock, together, log } = this.#parts;
    if (together === undefined || !this.#sends) return;
    const lost = { of: together.life.id() };
    await takeBackLost(database, clock.now(), lost).then(
      () => together.bell.ring('deliveries'),
      (error) => log.warn({ error: messageOf(error) }, 'what was being sent could not be given back'),
    );
  }

  /** Takes back the deliveries that processes had under way which are gone, however they went. */
  async #takeFromDead(): Promise<void> {
    const { database, clock, together, log } = this.#parts;
    if (together === undefined) return;
    const living = (await livingProcesses(database)).map(({ id }) => id);
    if (!(await isAnyLost(database, living))) return;
    log.warn('processes are gone; what they were sending is sent again');
    await takeBackLost(database, clock.now(), { exceptOf: living });
  }

  /** Publishes what was quiet for long enough, and asks the database for whom something waits. */
  async #look(): Promise<void> {
    const { database, clock } = this.#parts;
    await this.#takeFromDead();
    const publishing = { ...this.#parts, deliveries: this };
    while (((await nextQuietEnd(database)) ?? Infinity) <= clock.now())
      await inTransaction(database, (transaction) =>
        publishQuietFiles({ transaction, at: clock.now(), context: publishing, isTold: true }),
      );
    await this.#expectWaiting();
  }

  /** All that a ring can be about. */
  readonly #expectWaiting = async (): Promise<void> => {
    const waiting = await waitingWebhooks(this.#parts.database);
    for (const { webhookId, dueAt } of waiting) this.#lanes.expect(webhookId, dueAt);
  };

  /** Says when to go on, now that the turns rest; what is due later is found by the next look. */
  #plan(): void {
    if (this.#turns.state !== 'running') return;
    if (this.#turns.isAsked) {
      this.#turns.stir();
      return;
    }
    const waitMs = this.#lanes.nextDueAt() - this.#parts.clock.now();
    if (waitMs < lookMs) this.#dueTimer = setTimeout(() => this.#turns.stir(), Math.max(0, waitMs)).unref();
  }

  #lookAgain(): void {
    if (this.#turns.state !== 'running') return;
    this.#lookTimer = setTimeout(() => {
      this.#lookNow();
      void this.#looking.then(() => this.#lookAgain());
    }, lookMs).unref();
  }

  #lookNow(look = () => this.#look()): void {
    if (this.#turns.state !== 'running') return;
    this.#looking = this.#looking
      .then(look)
      .catch((error) => {
        const { log } = this.#parts;
        if (!waitsForRestore(error, log))
          log.error({ error: messageOf(error) }, 'waiting deliveries could not be looked for');
      })
      .finally(() => this.#turns.stir());
  }
}
