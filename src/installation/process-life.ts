import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { messageOf } from '../errors.ts';
import {
  enterProcess,
  leaveProcess,
  livingProcesses,
  type ProcessRow,
  renewableMs,
  renewProcess,
  type Seen,
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
  readonly row: Omit<ProcessRow, 'id'>;
  readonly freshId: () => string;
  /** Tests may move the clock of all processes. */
  readonly hasTestClock: boolean;
  /** Throws where a server without others has the database. */
  readonly refuseBesideOne: () => Promise<void>;
  /** The process may not go on. */
  readonly onRefused: (error: Error) => void;
}

const beatMs = 5_000;
const againMs = 1_000;
const notableMs = 1_000;

/** Writes the row of this process and keeps it. @throws what `refuseBesideOne` throws */
export async function enterLife(parts: LifeParts): Promise<ProcessLife> {
  const { database, log, clock } = parts;
  let id = parts.freshId();
  let heardAt = Number.NEGATIVE_INFINITY;
  let isGone = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();
  const told = toldDifferences(parts);

  const hear = async (ask: () => Promise<Seen | undefined>): Promise<boolean> => {
    const askedAt = performance.now();
    const seen = await ask();
    if (seen === undefined) return false;
    heardAt = askedAt;
    clock.add({ askedAt, answeredAt: performance.now(), databaseMs: seen.databaseMs });
    if (parts.hasTestClock) clock.setAhead(seen.aheadMs);
    return true;
  };
  const enter = async (): Promise<void> => {
    const silentSince = heardAt;
    await hear(() => enterProcess(database, { ...parts.row, id }));
    try {
      await parts.refuseBesideOne();
    } catch (error) {
      heardAt = silentSince;
      await leaveProcess(database, id);
      throw error;
    }
  };
  const beatOnce = async (): Promise<void> => {
    if (isGone || (await hear(() => renewProcess(database, id)))) return;
    log.warn({ process: id }, 'this process was silent for too long and goes on under another id');
    // The row of before stays until it is buried, with what was claimed by that id.
    id = parts.freshId();
    await enter();
  };
  const beat = (): Promise<void> => {
    beating = beating.catch(() => undefined).then(beatOnce);
    return beating;
  };
  const keep = async (): Promise<void> => {
    const failure = await beat().then(
      () => undefined,
      (error) => error as Error,
    );
    if (isGone) return;
    timer = setTimeout(keep, failure === undefined ? beatMs : againMs).unref();
    if (failure === undefined) await told(id);
    else if (failure.name === 'InUse') parts.onRefused(failure);
    else log.warn({ error: messageOf(failure) }, 'the database could not be told that this process lives');
  };

  await enter();
  timer = setTimeout(keep, beatMs).unref();
  await told(id);
  return {
    id: () => id,
    isAlive: () => performance.now() - heardAt < renewableMs,
    silentMs: () => performance.now() - heardAt,
    beat,
    leave: async () => {
      isGone = true;
      clearTimeout(timer);
      await beating.catch(() => undefined);
      await leaveProcess(database, id).catch((error) =>
        log.warn({ error: messageOf(error) }, 'the row of this process could not be deleted'),
      );
    },
  };
}

/** Tells the log once of what makes processes answer differently: clocks far apart, and other renderers or fonts. */
function toldDifferences({ database, clock, log, row }: LifeParts): (ownId: string) => Promise<void> {
  let isOffsetTold = false;
  const known = new Set<string>();
  return async (ownId) => {
    const offsetMs = Math.round(clock.offsetMs());
    if (Math.abs(offsetMs) > notableMs && !isOffsetTold)
      log.warn({ offsetMs }, "the database's clock is not that of this machine; the database's counts");
    isOffsetTold = Math.abs(offsetMs) > notableMs;
    const others = await livingProcesses(database).catch(() => []);
    for (const { id, name, version, renderer } of others) {
      if (id === ownId || renderer === row.renderer || known.has(id)) continue;
      known.add(id);
      log.warn(
        { process: name, version },
        'another process draws images by another version or other fonts of its folder: images get other names there',
      );
    }
  };
}
