import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openS3Double } from '../conformance/harness/s3-double.ts';
import { chores } from './chores.ts';
import type { Config } from './config.ts';
import { assetOf } from './console/console-files.ts';
import { findSharedAsset } from './console/shared-assets.ts';
import { isPostgres } from './database/column-kinds.ts';
import { schemaVersion } from './database/migrate.ts';
import type { Tables } from './database/tables.ts';
import type { ChoreParts } from './jobs/chore.ts';
import { addSchemaChange } from './testing/added-schema-change.ts';
import { onBothEngines, openMigrated } from './testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from './testing/postgres-example-rows.ts';
import { openRemoteBlobs, placeAt } from './testing/remote-blobs.ts';

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

  it.each([
    ['uses', 'uses of libraries in a version were not counted'],
    ['texts', 'texts of a version were not read'],
  ])('looks at versions that came since, and tells of what it cannot read: %s', async (name, failure) => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const told: string[] = [];
    const log = pino({}, { write: (line: string) => told.push(JSON.parse(line).msg) });
    await choreNamed(name)?.work({ database, log } as unknown as ChoreParts, late);
    expect(told).toContain(failure);
  });

  it('takes nothing of the schema away while a server lives that needs it', async (test) => {
    const { database } = await openMigrated(openEmpty);
    if (!isPostgres(database)) return test.skip('SQLite has one process');
    let isGone = false;
    const up = async () => {
      isGone = true;
    };
    onTestFinished(addSchemaChange('9002-after-9001-less', { up }));
    const row = { name: '', version: '', roles: '', renderer: '', started_at: 1 };
    const seen_at = Number.MAX_SAFE_INTEGER;
    await database
      .insertInto('processes')
      .values({ ...row, id: 'older', schema: schemaVersion, seen_at })
      .execute();
    const work = () => choreNamed('schema')?.work({ database } as unknown as ChoreParts, late);
    await work();
    expect(isGone).toBe(false);
    await database.deleteFrom('processes').execute();
    await work();
    expect(isGone).toBe(true);
  });

  it('keeps what pages load for servers of other versions, where there may be any', async () => {
    const { database } = await openMigrated(openEmpty);
    const { blobs } = await openBucket(database);
    const console = { assets: new Map([['index-1.js', assetOf('index-1.js', Buffer.from('a page'))]]) };
    const doIn = (config: Partial<Config>) =>
      choreNamed('pages')?.work({ database, blobs, console, config } as unknown as ChoreParts, early);
    const found = async () => (await findSharedAsset({ database, blobs }, 'index-1.js', early))?.bytes;
    await doIn({});
    expect(await found()).toBeUndefined();
    await doIn({
      databaseUrl: 'postgres://127.0.0.1/designs',
      blobs: placeAt('http://127.0.0.1', 'designs'),
    });
    expect(String(await found())).toBe('a page');
  });

  it('deletes objects that nothing knows of, but for tests', async () => {
    const { database } = await openMigrated(openEmpty);
    const { blobs, objects } = await openBucket(database);
    const stray = `design-server/blobs/00/${'0'.repeat(64)}.${'0'.repeat(40)}`;
    objects.set(stray, { bytes: Buffer.from('left over'), storedAt: 0 });
    const hourMs = 3_600_000;
    const doForAWeek = async (testMode: boolean) => {
      const parts = { database, blobs, config: { testMode } } as unknown as ChoreParts;
      for (let hour = 0; hour < 7 * 24; hour += 1)
        await choreNamed('objects')?.work(parts, late + hour * hourMs);
      return [...objects.keys()];
    };
    expect(await doForAWeek(true)).toEqual([stray]);
    expect(await doForAWeek(false)).toEqual([]);
  });
});

const choreNamed = (name: string) => chores.find((one) => one.name === name);

/** Blobs in a bucket of the test's own. */
async function openBucket(database: Kysely<Tables>) {
  const { url, env, objects, close } = await openS3Double();
  onTestFinished(close);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-chores-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const blobs = await openRemoteBlobs({ folder, place: placeAt(url, 'designs', 'design-server/'), database });
  onTestFinished(blobs.close);
  return { blobs, objects };
}

/** Has a chore done at a time. */
async function losingTables(database: Kysely<Tables>, name: string, now: number): Promise<string[]> {
  const before = await rowCounts(database);
  const config = { imageCacheBytes: 1e9, activityLogDays: 730, developerLogDays: 30, testMode: false };
  const parts = { database, config, clock: { now: () => now }, log: pino({ level: 'silent' }) };
  await choreNamed(name)?.work(parts as unknown as ChoreParts, now);
  const after = await rowCounts(database);
  return Object.keys(exampleRows).filter((table) => (after.get(table) ?? 0) < (before.get(table) ?? 0));
}

async function rowCounts(database: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of Object.keys(exampleRows) as (keyof Tables)[])
    counts.set(table, (await database.selectFrom(table).selectAll().execute()).length);
  return counts;
}
