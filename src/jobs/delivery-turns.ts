import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { waitsForRestore } from '../database/waits-for-restore.ts';
import { messageOf } from '../errors.ts';
import { type Claimed, type Outcome, takeTurn, type Wish } from '../events/deliveries-store.ts';
import type { Together } from '../installation/together.ts';
import { type Lanes, mostPerWebhook } from './delivery-lanes.ts';
import { type SendParts, sendDelivery } from './send-delivery.ts';

export interface TurnParts extends SendParts {
  readonly database: Kysely<Tables>;
  readonly ids: { digits(): string };
  readonly config: { readonly webhookTimeoutMs: number };
  readonly log: Logger;
  /** Undefined where no other process sends. */
  readonly together?: Pick<Together, 'life' | 'bell'> | undefined;
}

/** How much longer than the receiver's deadline a lease lasts, since recording may wait for the database. */
const leaseReserveMs = 60_000;
/** Begins leases where no other process has any. */
const aloneName = 'alone';
/** The pause after the database refused. */
const pauseMs = 1000;
/** A turn is followed by a pause as long as itself, up to this. */
const longestGatherMs = 10;

/** Records how attempts ended and claims what is due, both in one commit, for as long as there is either. */
export class DeliveryTurns {
  /** Idle: nothing is claimed or recorded yet. Stopping: what ends is recorded, and nothing more is claimed. */
  state: 'idle' | 'running' | 'stopping' = 'idle';
  /** What is under way. Never rejects. */
  readonly sending = new Set<Promise<void>>();
  /** So far. */
  claimed = 0;
  /** So far. */
  outcomesWithoutLease = 0;
  readonly #parts: TurnParts;
  readonly #lanes: Lanes;
  readonly #told: { readonly begin: () => void; readonly rest: () => void };
  #outcomes: Outcome[] = [];
  #isAsked = false;
  #turns: Promise<void> | undefined;

  /** @param told when turns begin after a rest, and when they rest */
  constructor(parts: TurnParts, lanes: Lanes, told: { begin: () => void; rest: () => void }) {
    this.#parts = parts;
    this.#lanes = lanes;
    this.#told = told;
  }

  /** Takes turns until there is nothing to record and nothing to claim. */
  readonly stir = (): void => {
    this.#isAsked = true;
    if (this.state === 'idle') return;
    this.#turns ??= this.#takeTurns().finally(() => {
      this.#turns = undefined;
      this.#told.rest();
    });
  };

  /** Whether another turn is asked for already. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Whether nothing is under way and every outcome recorded. */
  get isQuiet(): boolean {
    return this.sending.size === 0 && this.#outcomes.length === 0;
  }

  /** Resolves once the turns rest. */
  readonly rest = async (): Promise<void> => {
    await this.#turns;
  };

  async #takeTurns(): Promise<void> {
    this.#told.begin();
    while (this.#isAsked) {
      this.#isAsked = false;
      const startedAt = performance.now();
      await this.#oneTurn();
      // What comes meanwhile shares the next flush of the disk, which stops the whole program with SQLite.
      await sleep(Math.min(longestGatherMs, performance.now() - startedAt));
    }
  }

  async #oneTurn(): Promise<void> {
    const recorded = this.#outcomes;
    const wishes = this.state === 'running' ? this.#lanes.wishes(this.#parts.clock.now()) : [];
    if (recorded.length === 0 && wishes.length === 0) return;
    this.#outcomes = [];
    try {
      await this.#grant(recorded, wishes);
    } catch (error) {
      this.#outcomes = [...recorded, ...this.#outcomes];
      this.#lanes.giveBack(wishes);
      const sentence = 'deliveries could not be recorded; they are tried again';
      const { log } = this.#parts;
      if (!waitsForRestore(error, log)) log.error({ error: messageOf(error) }, sentence);
      await sleep(pauseMs);
    }
  }

  async #grant(recorded: readonly Outcome[], wishes: readonly Wish[]): Promise<void> {
    const { database, clock, ids, config, together } = this.#parts;
    const leaseMs = config.webhookTimeoutMs + leaseReserveMs;
    const largeBytes = this.#lanes.largeBytes();
    const leaseBy = together?.life.id() ?? aloneName;
    const mostOfAllProcesses = together && mostPerWebhook;
    const turn = { outcomes: recorded, wishes, now: clock.now(), leaseMs, largeBytes };
    const startedAt = performance.now();
    const taken = await takeTurn(database, { ...turn, leaseBy, mostOfAllProcesses }, ids.digits);
    this.outcomesWithoutLease += taken.withoutLease;
    const isOurs = together === undefined || (together.life.isAlive() && together.life.id() === leaseBy);
    // A process that stood still in between may have lost what it claimed to others. The next look finds what is due.
    const isLate = !isOurs || performance.now() - startedAt > leaseMs;
    for (const granted of isLate ? [] : taken.grants) {
      this.#lanes.granted(granted);
      for (const claimed of granted.claimed) this.#send(claimed);
      if (granted.claimed.length > 0) this.#isAsked = true;
    }
  }

  #send(claimed: Claimed): void {
    this.claimed += 1;
    const work = sendDelivery(this.#parts, claimed).then((outcome) => {
      this.sending.delete(work);
      this.#lanes.ended(claimed.webhook.id, claimed.id, outcome.error === null);
      // Where others send as well, this request may be all that the webhook had room for.
      if (this.#parts.together !== undefined) this.#lanes.expect(claimed.webhook.id, 0);
      // What was broken off at the stop is not the receiver's failure: the next start repeats it.
      if (this.state === 'running' || outcome.answered) this.#outcomes.push(outcome);
      this.stir();
    });
    this.sending.add(work);
  }
}
