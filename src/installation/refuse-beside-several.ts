import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { InUse } from '../database/folder-lock.ts';
import type { Tables } from '../database/tables.ts';
import { livingProcesses } from './processes-store.ts';

/** One that starts at the same time is refused itself and takes its row away. */
const looks = 10;
const pauseMs = 100;

/** Keeps a server that works alone from a database that servers which work together have. @throws InUse */
export async function refuseBesideSeveral(database: Kysely<Tables>): Promise<void> {
  for (let look = 1; ; look += 1) {
    const living = await livingIfKnown(database);
    if (living.length === 0) return;
    if (look >= looks) throw inUseBy(living.map(({ name }) => name));
    await sleep(pauseMs);
  }
}

function inUseBy(names: readonly string[]): InUse {
  const advice = 'give this one their VITRINE_BLOBS to have it work with them';
  const by = `Vitrine servers that work together (${names.join(', ')}). Stop those; one that was killed counts for half a minute more`;
  return new InUse('This PostgreSQL database', advice, by);
}

/** PostgreSQL: there is no such table, in a database from before it. */
const noTable = '42P01';

async function livingIfKnown(database: Kysely<Tables>): ReturnType<typeof livingProcesses> {
  try {
    return await livingProcesses(database);
  } catch (error) {
    if ((error as { code?: string }).code === noTable) return [];
    throw error;
  }
}
