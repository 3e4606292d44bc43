import { tmpdir } from 'node:os';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { type Kysely, type QueryResult, sql, type UnknownRow } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BadSetting } from '../config.ts';
import { InUse } from '../database/folder-lock.ts';
import { SchemaTooNew } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import { randomIds } from '../ids.ts';
import {
  createPostgresDatabase,
  type PostgresDatabase,
  postgresMissing,
} from '../testing/postgres-database.ts';
import { enterLife, type LifeParts, type ProcessLife } from './process-life.ts';
import { enterProcess, forgetDeadProcesses, livingProcesses, setClockAhead } from './processes-store.ts';
import { type SharedClock, sharedClock } from './shared-clock.ts';

const missing = postgresMissing();
const row = {
  name: 'host:1',
  version: '1.0.0',
  schema: 'newest',
  roles: 'web,jobs,render',
  renderer: 'r',
  marks: 'a'.repeat(32),
  settings: null,
};

describe.skipIf(missing)(
  `A process that serves beside others${missing ? ` (left out: ${missing})` : ''}`,
  () => {
    let postgres: PostgresDatabase;
    let database: Kysely<Tables>;
    const lives: ProcessLife[] = [];
    beforeAll(async () => {
      postgres = await createPostgresDatabase();
      ({ database } = await openDatabase({ url: postgres.url, folder: tmpdir() }));
    });
    afterEach(async () => {
      vi.restoreAllMocks();
      for (const life of lives.splice(0)) await life.leave();
      await database.deleteFrom('processes').execute();
    });
    afterAll(async () => {
      await database?.destroy();
      await postgres?.drop();
    });

    async function begin(clock?: SharedClock, more: Partial<LifeParts> = {}): Promise<ProcessLife> {
      const life = await enterLife({
        database,
        row,
        clock: clock ?? sharedClock(Date.now),
        log: pino({ level: 'silent' }),
        hasTestClock: clock !== undefined,
        freshId: randomIds.uuid,
        refuseToServe: async () => undefined,
        onRefused: () => undefined,
        ...more,
      });
      lives.push(life);
      return life;
    }
    /** The same database; each answer comes by way of the test. */
    const watched = (answer: (result: QueryResult<UnknownRow>) => QueryResult<UnknownRow>) =>
      database.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => answer(result),
      });
    /** As if the database had not heard of it for so long. */
    const silence = (life: ProcessLife, ms: number) =>
      sql`update processes set seen_at = floor(extract(epoch from clock_timestamp()) * 1000) - ${ms}
      where id = ${life.id()}`.execute(database);
    const counts = async (id: string) => (await livingProcesses(database)).some((one) => one.id === id);
    const rows = async () =>
      (await database.selectFrom('processes').select('id').execute()).map(({ id }) => id);

    it('counts for others as alive until it was silent for half a minute, and its row goes then', async () => {
      const life = await begin();
      await silence(life, 28_000);
      await forgetDeadProcesses(database);
      expect([await counts(life.id()), await rows()]).toEqual([true, [life.id()]]);
      await silence(life, 30_001);
      expect(await counts(life.id())).toBe(false);
      const next = await begin();
      expect(await rows()).toEqual([next.id()]);
    });

    it('goes on under its id after a silence of less than 25 seconds', async () => {
      const life = await begin();
      const id = life.id();
      await silence(life, 23_000);
      await life.beat();
      expect(life.id()).toBe(id);
      await forgetDeadProcesses(database);
      expect(await rows()).toEqual([id]);
    });

    it('goes on under another id after a longer one, before others take from it what it had', async () => {
      const life = await begin();
      const id = life.id();
      await silence(life, 25_001);
      expect(await counts(id)).toBe(true);
      await life.beat();
      expect(life.id()).not.toBe(id);
      expect(await counts(life.id())).toBe(true);
    });

    it('goes on under one other id, where it is asked twice at once whether it lives', async () => {
      const life = await begin();
      const id = life.id();
      await silence(life, 26_000);
      await Promise.all([life.beat(), life.beat()]);
      expect((await rows()).sort()).toEqual([id, life.id()].sort());
    });

    it('says by its own time that it is not alive before the database would, and is again once it was heard', async () => {
      const life = await begin();
      const now = performance.now();
      const later = vi.spyOn(performance, 'now');
      later.mockReturnValue(now + 24_000);
      expect(life.isAlive()).toBe(true);
      later.mockReturnValue(now + 25_000);
      expect(life.isAlive()).toBe(false);
      await life.beat();
      expect(life.isAlive()).toBe(true);
    });

    it('counts its silence from when it said that it lives, however late the answer comes', async () => {
      const later = vi.spyOn(performance, 'now');
      let now = 1_000_000;
      later.mockImplementation(() => now);
      const slow = watched((result) => {
        now += 24_000;
        return result;
      });
      const life = await begin(undefined, { database: slow });
      await life.beat();
      expect([life.silentMs(), life.isAlive()]).toEqual([24_000, true]);
      now += 1_000;
      expect(life.isAlive()).toBe(false);
    });

    it('is not alive, and leaves no row, where it may not go on after a long silence', async () => {
      const later = vi.spyOn(performance, 'now');
      let now = 1_000_000;
      later.mockImplementation(() => now);
      const refused = { error: undefined as Error | undefined };
      const refuseToServe = async () => {
        if (refused.error) throw refused.error;
      };
      const life = await begin(undefined, { refuseToServe });
      const id = life.id();
      now += 26_000;
      await silence(life, 26_000);
      refused.error = new InUse('The database', 'it was not closed');
      await expect(life.beat()).rejects.toBe(refused.error);
      expect([life.isAlive(), await rows()]).toEqual([false, [id]]);
      refused.error = undefined;
      await life.beat();
      expect([life.isAlive(), await rows()]).toEqual([true, expect.arrayContaining([life.id()])]);
    });

    it.each([
      ['ends, where another server has the database', new InUse('The database', 'it was not closed')],
      ['ends, where a newer version has changed the schema', new SchemaTooNew('newest')],
      ['ends, where others have another secret', new BadSetting('VITRINE_SECRET', 'it is another')],
      ['goes on, and tries again after a second, where the database is gone', new Error('It is gone.')],
    ])('%s after a long silence', async (what, error) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      let asked = 0;
      const refuseToServe = async () => {
        asked += 1;
        if (asked > 1) throw error;
      };
      const told: string[] = [];
      const write = (line: string) => void told.push(JSON.parse(line).error ?? 'another id');
      const log = pino({ level: 'warn' }, { write });
      await begin(undefined, { refuseToServe, log, onRefused: (one) => void told.push(`${one.name}`) });
      await database.deleteFrom('processes').execute();
      vi.advanceTimersByTime(5_000);
      while (told.length < 2) await afterOthers();
      expect(told[1]).toBe(what.startsWith('ends') ? error.name : error.message);
      vi.advanceTimersByTime(1_000);
      while (asked < 3) await afterOthers();
    });

    it('says that it lives once five seconds have gone by', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const life = await begin();
      await silence(life, 20_000);
      const silentMs = async () => {
        const { rows } = await sql<{
          ms: number;
        }>`select extract(epoch from clock_timestamp()) * 1000 - seen_at as ms
          from processes where id = ${life.id()}`.execute(database);
        return Number(rows[0]?.ms);
      };
      vi.advanceTimersByTime(5_000);
      while ((await silentMs()) >= 20_000) await afterOthers();
    });

    it('has in test mode the clock that was moved furthest, whoever moved it and whatever a backup brings back', async () => {
      const clocks = [sharedClock(Date.now), sharedClock(Date.now)];
      const [one, two] = [await begin(clocks[0]), await begin(clocks[1])];
      await setClockAhead(database, 3_600_000);
      await one.beat();
      await setClockAhead(database, 600_000);
      await two.beat();
      expect(clocks.map((clock) => clock.aheadMs())).toEqual([3_600_000, 3_600_000]);
      await database.deleteFrom('settings').where('name', '=', 'test clock ahead').execute();
      await one.beat();
      const next = sharedClock(Date.now);
      await begin(next);
      expect(next.aheadMs()).toBe(3_600_000);
    });

    it('has the time of the database as soon as it has begun, and no clock of tests outside of test mode', async () => {
      const clock = sharedClock(() => Date.now() - 7_200_000);
      await setClockAhead(database, 3_600_000);
      const life = await begin(clock, { hasTestClock: false });
      await life.beat();
      expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
      await database.deleteFrom('settings').where('name', '=', 'test clock ahead').execute();
    });

    it('tells its log of those with other settings that were there before, and of those that came later', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const other = { ...row, settings: '{"VITRINE_BASE_URL":"another"}' };
      await enterProcess(database, { ...other, name: 'host:2', id: '2' });
      const told: string[] = [];
      const log = pino({ level: 'warn' }, { write: (line) => void told.push(JSON.parse(line).process) });
      await begin(undefined, { log, row: { ...row, settings: '{"VITRINE_BASE_URL":"one"}' } });
      expect(told).toEqual(['host:2']);
      await enterProcess(database, { ...other, name: 'host:3', id: '3' });
      vi.advanceTimersByTime(5_000);
      while (told.length < 2) await afterOthers();
      expect(told).toEqual(['host:2', 'host:3']);
    });

    it('takes its row away when it leaves, and says nothing from then on', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      let questions = 0;
      const asked = database.withPlugin({
        transformQuery: ({ node }) => {
          questions += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const life = await begin(undefined, { database: asked });
      await life.leave();
      expect(await rows()).not.toContain(life.id());
      await life.beat();
      expect(await rows()).not.toContain(life.id());
      questions = 0;
      vi.advanceTimersByTime(5_000);
      for (let turn = 0; turn < 20; turn += 1) await afterOthers();
      expect(questions).toBe(0);
    });

    it('takes away at its end the row that it was just writing under another id', async () => {
      let left: Promise<void> | undefined;
      let isEnding = false;
      const asked = watched((result) => {
        if (isEnding) left ??= life.leave();
        return result;
      });
      const life: ProcessLife = await begin(undefined, { database: asked });
      const id = life.id();
      await silence(life, 26_000);
      isEnding = true;
      await life.beat();
      await left;
      expect(life.id()).not.toBe(id);
      expect(await rows()).toEqual([id]);
    });

    it('leaves also where the database is gone by then', async () => {
      let isGone = false;
      const asked = watched((result) => {
        if (isGone) throw new Error('The database is gone.');
        return result;
      });
      const life = await begin(undefined, { database: asked });
      isGone = true;
      await expect(life.beat()).rejects.toThrow('gone');
      await life.leave();
    });
  },
);
