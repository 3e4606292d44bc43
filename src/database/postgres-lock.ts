import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { InUse } from './folder-lock.ts';

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
  /** How long it is tried to take the lock again. */
  readonly patienceMs?: number;
}

/** The number under which PostgreSQL keeps our lock in each of its databases. */
const advisoryLock = 0x76697472;
/** After a crash PostgreSQL needs a moment to see that the earlier server is gone. */
const lockTries = 10;
const lockPauseMs = 100;
const connectLimitMs = 5_000;
const againPauseMs = 250;
const longPatienceMs = 60_000;

/**
 * Keeps other servers off the PostgreSQL database, whose blobs would be in two folders otherwise. The lock lives
 * as long as its connection; where that one breaks, as when the database is started anew, it is taken again.
 * @throws InUse
 */
export async function lockPostgres(url: string, events: LockEvents): Promise<PostgresLock> {
  let holder: pg.Client | undefined;
  let isReleased = false;
  const take = async (): Promise<void> => {
    const client = await connectTo(url, (error) => {
      if (client !== holder || isReleased) return;
      holder = undefined;
      events.onLost(error);
      takeAgain(error);
    });
    try {
      await takeAdvisoryLock(client);
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
  await take();
  return {
    isHeld: () => holder !== undefined,
    release: async () => {
      isReleased = true;
      await holder?.end();
    },
  };
}

async function connectTo(url: string, onBroken: (error: Error) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vitrine lock',
    keepAlive: true,
    connectionTimeoutMillis: connectLimitMs,
  });
  client.on('error', onBroken);
  await client.connect();
  return client;
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
