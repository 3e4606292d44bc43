import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { InUse } from './folder-lock.ts';
import { unusablePostgres } from './open-database.ts';
import { databaseOver } from './postgres-pool.ts';
import { openSession } from './postgres-session.ts';
import type { Tables } from './tables.ts';

export interface PostgresLock {
  /** False while the connection that holds it is broken. */
  isHeld(): boolean;
  release(): Promise<void>;
}

export interface LockEvents {
  /** The connection broke: until the lock is taken again another server could have the database. */
  readonly onLost: (error: Error) => void;
  readonly onTakenAgain: () => void;
  /** Another server has it, or the time is over: the server must stop. */
  readonly onGivenUp: (error: Error) => void;
  /** Throws InUse where servers that work together have the database; called with each taking of the lock. */
  readonly refuseBesideSeveral?: (database: Kysely<Tables>) => Promise<void>;
  /** How long it is tried to take the lock again. */
  readonly patienceMs?: number;
}

/** The number under which PostgreSQL keeps our lock in each of its databases. */
const advisoryLock = 0x76697472;
/** After a crash PostgreSQL needs a moment to see that the earlier server is gone. */
const lockTries = 10;
const lockPauseMs = 100;
const againPauseMs = 250;
const longPatienceMs = 60_000;

/**
 * Keeps other servers off the PostgreSQL database, whose blobs would be in two folders otherwise. The lock lives
 * as long as its connection; where that one breaks, as when the database is started anew, it is taken again.
 * @throws InUse, DatabaseUnusable
 */
export async function lockPostgres(url: string, events: LockEvents): Promise<PostgresLock> {
  let holder: pg.Client | undefined;
  let isReleased = false;
  const take = async (): Promise<void> => {
    const client = await openSession(url, 'vitrine lock', (error) => {
      if (client !== holder || isReleased) return;
      holder = undefined;
      events.onLost(error);
      takeAgain(error);
    });
    try {
      await takeAdvisoryLock(client);
      await events.refuseBesideSeveral?.(databaseOver(client));
    } catch (error) {
      await client.end();
      throw error;
    }
    if (isReleased) await client.end();
    else holder = client;
  };
  const takeAgain = async (lost: Error): Promise<void> => {
    const endsAt = performance.now() + (events.patienceMs ?? longPatienceMs);
    let failure: unknown = lost;
    while (!isReleased && !(failure instanceof InUse) && performance.now() < endsAt) {
      await sleep(againPauseMs);
      failure = await take().catch((error) => error);
      if (holder !== undefined) return events.onTakenAgain();
    }
    if (!isReleased) events.onGivenUp(failure as Error);
  };
  await take().catch((error) => {
    throw error instanceof InUse ? error : unusablePostgres(url, error);
  });
  return {
    isHeld: () => holder !== undefined,
    release: async () => {
      isReleased = true;
      await holder?.end();
    },
  };
}

/** @throws InUse */
async function takeAdvisoryLock(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < lockTries; tries += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [advisoryLock]);
    if (rows[0].taken) return;
    await sleep(lockPauseMs);
  }
  throw new InUse('This PostgreSQL database', 'name another database in DATABASE_URL');
}

/** Refuses where a server that works alone has the database. @throws InUse */
export async function refuseBesideLock(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${advisoryLock} and objsubid = 1
      and granted and database = (select oid from pg_database where datname = current_database())`.execute(
    database,
  );
  if (rows.length > 0)
    throw new InUse(
      'This PostgreSQL database',
      'name another database in DATABASE_URL',
      'a Vitrine server that works alone, with designs in its data folder. Stop that one',
    );
}

/** The same, for a start: PostgreSQL needs a moment to see that a server is gone. @throws InUse */
export async function untilUnlocked(database: Kysely<Tables>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await refuseBesideLock(database);
    } catch (error) {
      if (!(error instanceof InUse) || tries >= lockTries) throw error;
      await sleep(lockPauseMs);
    }
  }
}
