import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makePrivate } from './private-file.ts';
import { isBusy } from './sqlite-handle.ts';

/** Another process has the folder, or the PostgreSQL database. */
export class InUse extends Error {
  constructor(what: string, advice: string) {
    super(`${what} is in use by another Vitrine server. Stop that one, or ${advice}.`);
    this.name = 'InUse';
  }
}

/** Long enough for two that start at the same moment to sort out who is first. */
const settleMs = 250;

/**
 * Keeps other processes off the data folder until it is released or this process ends, however it ends: the
 * lock is one of the operating system on `lock.sqlite`, which holds nothing.
 * @throws InUse
 */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock.sqlite');
  makePrivate(path);
  const file = new DatabaseSync(path, { timeout: settleMs });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isBusy(error)) throw new InUse(`The data folder ${folder}`, 'choose another folder with --data');
    throw error;
  }
  return { release: () => file.isOpen && file.close() };
}

/** The number under which PostgreSQL keeps our lock in each of its databases. */
const advisoryLock = 0x76697472;
/** After a crash PostgreSQL needs a moment to see that the earlier server is gone. */
const lockTries = 10;
const lockPauseMs = 100;

/**
 * Keeps other servers off the PostgreSQL database, whose blobs would be in two folders otherwise. The lock lives
 * as long as its connection; where that one breaks, `onLost` is called and the server must stop.
 * @throws InUse
 */
export async function lockPostgres(
  url: string,
  onLost: (error: Error) => void,
): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine lock', keepAlive: true });
  let lost = onLost;
  client.on('error', (error) => lost(error));
  await client.connect();
  const release = async () => {
    lost = () => undefined;
    await client.end();
  };
  if (await takeAdvisoryLock(client)) return { release };
  await release();
  throw new InUse('This PostgreSQL database', 'name another database in DATABASE_URL');
}

async function takeAdvisoryLock(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < lockTries; tries += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [advisoryLock]);
    if (rows[0].taken) return true;
    await sleep(lockPauseMs);
  }
  return false;
}
