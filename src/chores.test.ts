import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { chores } from './chores.ts';
import type { Tables } from './database/tables.ts';
import type { ChoreParts } from './jobs/chore.ts';
import { onBothEngines, openMigrated } from './testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from './testing/postgres-example-rows.ts';

/** Before anything of a small world is over, and long after all of it. */
const early = 1;
const late = Date.UTC(2100, 0, 1);

/** The tables that lose rows. */
const forgotten: Readonly<Record<string, readonly string[]>> = {
  logs: ['activity_events', 'request_log', 'text_events'],
  deliveries: ['events', 'deliveries', 'delivery_attempts'],
  renderings: ['renders'],
  images: ['packed_images'],
  sessions: ['sessions'],
  codes: ['authorization_codes'],
  invitations: ['invitations'],
  links: ['password_resets'],
  'rate limits': ['rate_buckets'],
};

onBothEngines('The work of every hour', (openEmpty) => {
  it.each(Object.entries(forgotten))('forgets what is over, and nothing else: %s', async (name, tables) => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    await database.updateTable('deliveries').set({ state: 'delivered', finished_at: early }).execute();
    await database.updateTable('renders').set({ expires_at: early }).execute();
    expect(await losingTables(database, name, early)).toEqual([]);
    expect(await losingTables(database, name, late)).toEqual(tables);
  });
});

/** Has a chore done at a time. */
async function losingTables(database: Kysely<Tables>, name: string, now: number): Promise<string[]> {
  const before = await rowCounts(database);
  const config = { imageCacheBytes: 1e9, activityLogDays: 730, developerLogDays: 30, testMode: false };
  const parts = { database, config, clock: { now: () => now }, log: pino({ level: 'silent' }) };
  await chores.find((one) => one.name === name)?.work(parts as unknown as ChoreParts, now);
  const after = await rowCounts(database);
  return Object.keys(exampleRows).filter((table) => (after.get(table) ?? 0) < (before.get(table) ?? 0));
}

async function rowCounts(database: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of Object.keys(exampleRows) as (keyof Tables)[])
    counts.set(table, (await database.selectFrom(table).selectAll().execute()).length);
  return counts;
}
