import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { BadSetting } from '../config.ts';
import { InUse } from '../database/folder-lock.ts';
import { SchemaTooNew } from '../database/migrate.ts';
import type { Tables } from '../database/tables.ts';
import { messageOf } from '../errors.ts';
import { differencesTold } from './differences-told.ts';
import {
  enterProcess,
  forgetDeadProcesses,
  leaveProcess,
  type MarkedProcess,
  type ProcessRow,
  renewableMs,
  renewProcess,
  type Seen,
  setClockAhead,
} from './processes-store.ts';
import type { SharedClock } from './shared-clock.ts';

/** This process among those that serve the installation together. */
export interface ProcessLife {
  /** Leases begin with it. Another one after the process was taken for dead. */
  id(): string;
  /** False while others may take this process for dead. Then the database is not asked, and nothing is sent. */
  isAlive(): boolean;
  /** Since the database last heard of this process. */
  silentMs(): number;
  /** Says now that it lives, and reads the clock. */
  beat(): Promise<void>;
  /** Takes the row away. */
  leave(): Promise<void>;
}

export interface LifeParts {
  /** A connection of its own, so that no work keeps the process from saying that it lives. */
  readonly database: Kysely<Tables>;
  readonly clock: SharedClock;
  readonly log: Logger;
  readonly row: Omit<ProcessRow, 'id'> & Pick<MarkedProcess, 'marks'>;
  readonly freshId: () => string;
  /** Tests may move the clock of all processes. */
  readonly hasTestClock: boolean;
  /** Throws where a server without others has the database, others have another secret, or one of a newer version has changed what this one needs. */
  readonly refuseToServe: () => Promise<void>;
  /** The process may not go on. */
  readonly onRefused: (error: Error) => void;
}

const beatMs = 5_000;
const againMs = 1_000;

/** Writes the row of this process and keeps it. @throws what `refuseToServe` throws */
export async function enterLife(parts: LifeParts): Promise<ProcessLife> {
  const life = new OwnLife(parts);
  await life.begin();
  return life;
}

class OwnLife implements ProcessLife {
  readonly #parts: LifeParts;
  readonly #tell: (ownId: string) => Promise<void>;
  #id: string;
  /** When the question was asked that the database answered last. */
  #heardAt = Number.NEGATIVE_INFINITY;
  #isGone = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(parts: LifeParts) {
    this.#parts = parts;
    this.#tell = differencesTold(parts);
    this.#id = parts.freshId();
  }

  readonly id = (): string => this.#id;

  readonly silentMs = (): number => performance.now() - this.#heardAt;

  readonly isAlive = (): boolean => this.silentMs() < renewableMs;

  readonly begin = async (): Promise<void> => {
    await this.#enter();
    this.#keepIn(beatMs);
    await this.#tell(this.#id);
  };

  readonly beat = (): Promise<void> => {
    this.#beating = this.#beating.catch(() => undefined).then(() => this.#beatOnce());
    return this.#beating;
  };

  readonly leave = async (): Promise<void> => {
    this.#isGone = true;
    await this.#beating.catch(() => undefined);
    await leaveProcess(this.#parts.database, this.#id).catch((error) =>
      this.#parts.log.warn({ error: messageOf(error) }, 'the row of this process could not be deleted'),
    );
  };

  async #beatOnce(): Promise<void> {
    const { database, log, freshId } = this.#parts;
    if (this.#isGone || (await this.#hear(() => renewProcess(database, this.#id)))) return;
    log.warn({ process: this.#id }, 'this process was silent for too long and goes on under another id');
    this.#id = freshId();
    await this.#enter();
  }

  async #enter(): Promise<void> {
    const { database, row, refuseToServe } = this.#parts;
    const heardBefore = this.#heardAt;
    await forgetDeadProcesses(database);
    await this.#hear(() => enterProcess(database, { ...row, id: this.#id }));
    try {
      await refuseToServe();
    } catch (error) {
      this.#heardAt = heardBefore;
      await leaveProcess(database, this.#id);
      throw error;
    }
  }

  async #hear(ask: () => Promise<Seen | undefined>): Promise<boolean> {
    const { database, clock, hasTestClock } = this.#parts;
    const askedAt = performance.now();
    const seen = await ask();
    if (seen === undefined) return false;
    this.#heardAt = askedAt;
    clock.add({ askedAt, answeredAt: performance.now(), databaseMs: seen.databaseMs });
    if (!hasTestClock) return true;
    // A backup that was restored says less.
    if (seen.aheadMs < clock.aheadMs()) await setClockAhead(database, clock.aheadMs());
    clock.setAhead(seen.aheadMs);
    return true;
  }

  #keepIn(pauseMs: number): void {
    setTimeout(() => this.#keep(), pauseMs).unref();
  }

  async #keep(): Promise<void> {
    const failure = await this.beat().then(
      () => undefined,
      (error) => error as Error,
    );
    if (this.#isGone) return;
    this.#keepIn(failure === undefined ? beatMs : againMs);
    if (failure === undefined) await this.#tell(this.#id);
    else if (isRefusal(failure)) this.#parts.onRefused(failure);
    else
      this.#parts.log.warn(
        { error: messageOf(failure) },
        'the database could not be told that this process lives',
      );
  }
}

const isRefusal = (failure: Error): boolean =>
  failure instanceof InUse || failure instanceof SchemaTooNew || failure instanceof BadSetting;
