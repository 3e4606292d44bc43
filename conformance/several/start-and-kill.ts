import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { clientOf } from '../harness/client.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { startVitrine, type VitrineProcess } from '../harness/vitrine-process.ts';
import type { Several } from './servers.ts';

interface Start {
  /** By which the database knows it. */
  readonly name: string;
  readonly folder: string;
  readonly ready: string;
  readonly process: VitrineProcess;
}

/**
 * Starts so many processes at once on an empty database, and kills two: the one that is in the middle of making the
 * schema, and one that waits to make it.
 * @returns what `/readyz` of each of the others answers
 */
export async function startAndKill(several: Several, count: number): Promise<number[]> {
  const holder = new pg.Client({ connectionString: several.databaseUrl });
  await holder.connect();
  // Whoever makes a table of that name waits for what becomes of this one; by then most others are made.
  await holder.query('begin');
  await holder.query('create table packed_images (id text)');
  const starts = await Promise.all(Array.from({ length: count }, (_, place) => begin(several, place)));
  try {
    const killed = await whoIsAtIt(several);
    for (const name of killed) starts.find((start) => start.name === name)?.process.child.kill('SIGKILL');
    await holder.query('rollback');
    const living = starts.filter(({ name }) => !killed.includes(name));
    return await Promise.all(living.map(readinessOf));
  } finally {
    await holder.end();
    for (const { process, folder } of starts) {
      process.child.kill('SIGKILL');
      await process.ended;
      await rm(folder, { recursive: true });
    }
  }
}

async function begin({ env }: Several, place: number): Promise<Start> {
  const name = `start ${place}`;
  const folder = await scratchFolder('started');
  const ready = join(folder, 'ready.json');
  const url = new URL(env.DATABASE_URL ?? '');
  url.searchParams.set('application_name', name);
  const args = ['serve', '--port', '0', '--data', join(folder, 'data'), '--ready-file', ready];
  const process = startVitrine(args, {
    ...env,
    DATABASE_URL: url.href,
    VITRINE_TEST_MODE: 'on',
    VITRINE_LOG_LEVEL: 'warn',
  });
  return { name, folder, ready, process };
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

async function readinessOf({ ready, process }: Start): Promise<number> {
  await expect.poll(() => existsSync(ready), { message: process.stderr() }).toBe(true);
  const { url, ca } = JSON.parse(readFileSync(ready, 'utf8'));
  const { status } = await clientOf({ url, ca: readFileSync(ca, 'utf8') })('GET', '/readyz');
  return status;
}
