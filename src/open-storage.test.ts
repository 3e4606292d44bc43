import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BadSetting, readConfig } from './config.ts';
import { InUse } from './database/folder-lock.ts';
import { SchemaTooNew, schemaVersion } from './database/migrate.ts';
import { lockPostgres } from './database/postgres-lock.ts';
import { DatabaseAway } from './database/postgres-pool.ts';
import type { Tables } from './database/tables.ts';
import { ClosingList, openStorage, openStorageForCommand } from './open-storage.ts';
import { addSchemaChange } from './testing/added-schema-change.ts';
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
      return { database, life: together?.life, ask, closing };
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

    it('asks the database nothing while others may take it for dead, and again once it has said that it lives', async () => {
      const { database, life } = await open();
      const ask = () => sql`select 1`.execute(database);
      await ask();
      const now = performance.now();
      const later = vi.spyOn(performance, 'now').mockReturnValue(now + 25_000);
      onTestFinished(() => later.mockRestore());
      await expect(ask()).rejects.toBeInstanceOf(DatabaseAway);
      await life?.beat();
      await ask();
    });

    it('gives up after eight seconds a connection by which it cannot say that it lives, and takes another one', async () => {
      const { life, ask } = await open();
      const beats = () =>
        ask(`select count(*)::int as value from pg_locks
        where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`);
      await ask('begin');
      await ask('select from processes for update');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const failure = life?.beat().catch((error) => error);
      while ((await beats()) === 0) await nextTurn();
      vi.advanceTimersByTime(8_000);
      expect(await failure).toBeInstanceOf(DatabaseAway);
      await ask('rollback');
      await life?.beat();
    });

    it('takes its row away once it is closed', async () => {
      const { ask, closing } = await open();
      const count = () => ask('select count(*)::int as value from processes');
      expect(await count()).toBe(1);
      await closing.closeAll();
      expect(await count()).toBe(0);
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

describe.skipIf(missing)(`On one PostgreSQL database${missing ? ` (left out: ${missing})` : ''}`, () => {
  async function prepare() {
    const { url, drop } = await createPostgresDatabase();
    onTestFinished(drop);
    const watcher = new pg.Client({ connectionString: url });
    watcher.on('error', () => undefined);
    await watcher.connect();
    onTestFinished(() => watcher.end());
    const closing = new ClosingList();
    onTestFinished(() => closing.closeAll());
    const told: string[] = [];
    const heard = new Map<string, () => void>();
    const write = (line: string) => {
      const { msg } = JSON.parse(line);
      told.push(msg);
      heard.get(msg)?.();
    };
    const open = (more: Partial<typeof traits> = {}, settings: object = {}) => {
      const config = readConfig({ ...settingsFor(url), ...settings }, {});
      return openStorage(config, closing, pino({}, { write }), async () => ({ ...traits, ...more }));
    };
    const lock = async () => {
      const ignore = () => undefined;
      const events = { onLost: ignore, onTakenAgain: ignore, onGivenUp: ignore };
      const { release } = await lockPostgres(url, events);
      onTestFinished(release);
    };
    /** Does something in the moment in which a server has written its row, but for rows that this writes. */
    const whenARowIsWritten = (statement: string) =>
      watcher.query(`create function meanwhile() returns trigger language plpgsql as
        $$ begin ${statement}; return new; end $$;
        create trigger meanwhile after insert on processes for each row when (new.id <> 'other')
        execute function meanwhile()`);
    const rows = async () => (await watcher.query('select id from processes order by id')).rows;
    return { url, watcher, open, lock, whenARowIsWritten, rows, heard, told };
  }
  const other = (marks: string, settings = 'null') =>
    `insert into processes (id, name, version, schema, roles, renderer, started_at, seen_at, secret_marks, settings_marks)
     values ('other', 'host:2', '0', '', 'web', '', 1, 9e15::bigint, '${marks}', ${settings})`;
  const ofAnother: readonly (readonly [string, string, new (...some: never[]) => Error])[] = [
    ['of another secret', other('b'.repeat(32)), BadSetting],
    ['in test mode', other(traits.marks, `'{"VITRINE_TEST_MODE":"on"}'`), BadSetting],
  ];
  const marked = { settings: '{"VITRINE_TEST_MODE":"off"}' };

  it.each(ofAnother)(
    'a server is refused beside one %s, and never has a row that would keep that one from starting again',
    async (_what, statement, kind) => {
      const { watcher, open, whenARowIsWritten } = await prepare();
      await watcher.query(statement);
      await whenARowIsWritten(`create table written ()`);
      await expect(open(marked)).rejects.toBeInstanceOf(kind);
      expect((await watcher.query(`select to_regclass('written') as found`)).rows).toEqual([{ found: null }]);
    },
  );

  it('a server beside others is refused while one that works alone has it, and so is a command, before they change anything', async () => {
    const { url, watcher, open, lock, whenARowIsWritten } = await prepare();
    await lock();
    await whenARowIsWritten(`create table written ()`);
    await expect(open()).rejects.toBeInstanceOf(InUse);
    const closing = new ClosingList();
    onTestFinished(() => closing.closeAll());
    const config = readConfig(settingsFor(url), {});
    await expect(openStorageForCommand(config, closing, pino({ level: 'silent' }))).rejects.toBeInstanceOf(
      InUse,
    );
    expect((await watcher.query(`select to_regclass('written') as found`)).rows).toEqual([{ found: null }]);
  });

  it.each([
    ...ofAnother,
    // The number of the lock of a server that works alone.
    ['that works alone', 'perform pg_advisory_lock(1986622578)', InUse] as const,
    [
      'of a version that takes away what it needs',
      `insert into kysely_migration (name, timestamp) values ('9999-after-9998-less', '')`,
      SchemaTooNew,
    ] as const,
  ])(
    'a server is refused, and leaves no row, where one %s begins in the same moment',
    async (_what, statement, kind) => {
      const { open, whenARowIsWritten, rows } = await prepare();
      await whenARowIsWritten(statement);
      await expect(open(marked)).rejects.toBeInstanceOf(kind);
      expect((await rows()).filter(({ id }) => id !== 'other')).toEqual([]);
    },
  );

  it.each(['a command', 'a server'])(
    '%s takes nothing of the schema away that a server beside it needs, and begins to work all the same',
    async (who) => {
      const { url, watcher, open } = await prepare();
      onTestFinished(addSchemaChange('9002-after-9001-less', { up: async () => undefined }));
      await watcher.query(other(traits.marks));
      await watcher.query(`update processes set schema = $1`, [schemaVersion]);
      const closing = new ClosingList();
      onTestFinished(() => closing.closeAll());
      const config = readConfig(settingsFor(url), {});
      if (who === 'a server') await open();
      else await openStorageForCommand(config, closing, pino({ level: 'silent' }));
      const made = 'select name from kysely_migration order by name desc limit 1';
      expect((await watcher.query(made)).rows).toEqual([{ name: schemaVersion }]);
    },
  );

  it('a server that works alone is refused beside one that works with others', async () => {
    const { watcher, open } = await prepare();
    await watcher.query(other(traits.marks));
    await expect(open({}, { blobs: '' })).rejects.toThrow(/Vitrine servers that work together \(host:2\)/);
  });

  it('a server that works alone asks nothing from the moment in which its lock is lost', async () => {
    const { watcher, open, heard } = await prepare();
    const { database } = await open({}, { blobs: '' });
    await sql`select 1`.execute(database);
    const asked = new Promise((resolve) => {
      heard.set('the lock on the database was lost', () =>
        resolve(sql`select 1`.execute(database).catch((error) => error)),
      );
    });
    await watcher.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`);
    expect(await asked).toBeInstanceOf(DatabaseAway);
  });
});
