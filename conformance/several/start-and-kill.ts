import pg from 'pg';
import { expect } from 'vitest';
import type { Server } from '../harness/server.ts';
import type { VitrineProcess } from '../harness/vitrine-process.ts';
import type { Several } from './servers.ts';

/**
 * Starts so many processes at once on an empty database, and kills two: the one that is in the middle of making the
 * schema, and one that waits to make it.
 * @returns the others
 */
export async function startAndKill(several: Several, count: number): Promise<Server[]> {
  const holder = new pg.Client({ connectionString: several.databaseUrl });
  await holder.connect();
  // Whoever makes a table of that name waits for what becomes of this one; by then most others are made.
  await holder.query('begin');
  await holder.query('create table packed_images (id text)');
  const begun = new Map<string, VitrineProcess>();
  const starts = Array.from({ length: count }, (_, place) => start(several, `start ${place}`, begun));
  const ended = Promise.allSettled(starts);
  try {
    for (const name of await whoIsAtIt(several)) begun.get(name)?.child.kill('SIGKILL');
  } finally {
    await holder.end();
  }
  return (await ended).flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

/** @param name by which the database knows it */
function start({ env, start }: Several, name: string, begun: Map<string, VitrineProcess>): Promise<Server> {
  const url = new URL(env.DATABASE_URL ?? '');
  url.searchParams.set('application_name', name);
  return start({ env: { DATABASE_URL: url.href }, onBegin: (process) => void begun.set(name, process) });
}

/** One that is in the middle of making the schema and one that waits, once two do. */
async function whoIsAtIt({ query }: Several): Promise<string[]> {
  const at = async (condition: string): Promise<string[]> => {
    const rows = await query(`select application_name as name from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and ${condition}`);
    return rows.map(({ name }) => name);
  };
  let found: string[] = [];
  const look = async () => {
    const waiting = await at(`wait_event = 'advisory'`);
    const making = await at(`query like 'create table "packed_images"%'`);
    found = [...making, ...waiting.slice(-1)];
    return [making.length, waiting.length >= 2];
  };
  await expect.poll(look, { interval: 20 }).toEqual([1, true]);
  return found;
}
