import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from './config.ts';
import type { Tables } from './database/tables.ts';
import { ClosingList, openStorage } from './open-storage.ts';
import { createPostgresDatabase, postgresMissing } from './testing/postgres-database.ts';

const missing = postgresMissing();
const traits = { version: '0', renderer: 'none', marks: 'a'.repeat(32), settings: '{}' };
const connections = 2;

const settingsFor = (databaseUrl: string) => ({
  dataFolder: tmpdir(),
  databaseUrl,
  blobs: 's3://designs?region=us-east-1',
  baseUrl: 'https://design.example.com',
  secret: 'what all servers of the installation sign with',
  databaseConnections: String(connections),
});

describe.skipIf(missing)(
  `A server beside others with two connections${missing ? ` (left out: ${missing})` : ''}`,
  () => {
    async function open() {
      const { url, drop } = await createPostgresDatabase();
      onTestFinished(drop);
      const closing = new ClosingList();
      onTestFinished(() => closing.closeAll());
      const config = readConfig(settingsFor(url), {});
      const { database, together } = await openStorage(
        config,
        closing,
        pino({ level: 'silent' }),
        async () => traits,
      );
      const watcher = new pg.Client({ connectionString: url });
      await watcher.connect();
      onTestFinished(() => watcher.end());
      const ask = async (statement: string) => (await watcher.query(statement)).rows[0]?.value;
      return { database, life: together?.life, ask };
    }

    /** Has all connections for its work in use until the end of the test. */
    async function occupy(database: Kysely<Tables>): Promise<void> {
      const over = Promise.withResolvers<void>();
      const begun = Array.from({ length: connections }, () => Promise.withResolvers<void>());
      const held = begun.map(({ resolve }) =>
        database.connection().execute(async (connection) => {
          await sql`select 1`.execute(connection);
          resolve();
          await over.promise;
        }),
      );
      onTestFinished(async () => {
        over.resolve();
        await Promise.all(held);
      });
      await Promise.all(begun.map(({ promise }) => promise));
    }

    it('says that it lives while both are in use', async () => {
      const { database, life, ask } = await open();
      await occupy(database);
      const seenAt = () => ask('select max(seen_at)::float8 as value from processes');
      const before = await seenAt();
      await expect
        .poll(async () => {
          await life?.beat();
          return await seenAt();
        })
        .toBeGreaterThan(before);
    });

    it('has two more at the most, however much is asked at once', async () => {
      const { database, ask } = await open();
      const count = () =>
        ask(`select count(*)::int as value from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      const asked = Array.from({ length: 30 }, () => sql`select pg_sleep(0.01)`.execute(database));
      const most = await count();
      await Promise.all(asked);
      for (const found of [most, await count()]) expect(found).toBeLessThanOrEqual(connections + 2);
      await expect.poll(count).toBe(connections + 2);
    });
  },
);

describe('A server that starts before its database', () => {
  it.each([
    ['one of several', settingsFor],
    ['one that works alone', (url: string) => ({ ...settingsFor(url), blobs: '' })],
  ])('as %s waits a minute for it, says so once, and why it ends then', async (_title, settings) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const told: string[] = [];
    const log = pino({}, { write: (line: string) => told.push(JSON.parse(line).msg) });
    const config = readConfig(settings('postgres://127.0.0.1:1/designs'), {});
    const begunAt = performance.now();
    const failure = openStorage(config, new ClosingList(), log, async () => traits).catch((error) => error);
    let isOver = false;
    void failure.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      if (!isOver) vi.advanceTimersByTime(250);
    }
    const seconds = (performance.now() - begunAt) / 1000;
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(String(await failure)).toMatch(
      /PostgreSQL at 127\.0\.0\.1:1\/designs cannot be used: .*ECONNREFUSED/,
    );
    expect(told).toEqual(['the database does not answer yet; waiting up to a minute']);
  });
});
