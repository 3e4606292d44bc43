import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { chores } from '../chores.ts';
import { BeingRestored } from '../database/being-restored.ts';
import { restoreTables } from '../database/dump.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { randomIds } from '../ids.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import {
  choreMs,
  endChore,
  isChoreDue,
  nextChoreAt,
  noteChores,
  renewChore,
  takeChore,
} from './chore-store.ts';
import { upkeepOf } from './upkeep.ts';

const halfHourMs = choreMs / 2;

onBothEngines('Upkeep', (openEmpty) => {
  const open = async () => (await openMigrated(openEmpty)).database;

  /** A process of the installation; what it cannot do without files fails and is logged. */
  function processOn(database: Kysely<Tables>, clock: { now: () => number }) {
    const log = pino({ level: 'silent' });
    const config = { testMode: true, activityLogDays: 1 };
    return upkeepOf({
      database,
      clock,
      log,
      ids: randomIds,
      secret: { texts: () => ['a secret'] },
      config,
      chores,
      blobs: {},
      snapshots: {},
    } as never);
  }
  /** Something that upkeep deletes once its time is over. */
  const keepBucket = (database: Kysely<Tables>, key: string) =>
    database
      .insertInto('rate_buckets')
      .values({ key, empty_at: -(10 ** 15) })
      .execute();
  const bucketsIn = async (database: Kysely<Tables>) =>
    (await database.selectFrom('rate_buckets').select('key').execute()).map(({ key }) => key);

  it('is done by a server that is started every half hour', async () => {
    const database = await open();
    await keepBucket(database, 'old');
    for (const now of [0, halfHourMs]) {
      const server = processOn(database, { now: () => now + 1000 });
      await server.start(async () => {});
      await server.runDue();
      await server.stop();
      expect(await bucketsIn(database)).toEqual(['old']);
    }
    const third = processOn(database, { now: () => choreMs + 1000 });
    await third.start(async () => {});
    await third.stop();
    await processOn(database, { now: () => choreMs + 1001 }).runDue();
    expect(await bucketsIn(database)).toEqual([]);
  });

  it('is done once an hour, by one of several processes', async () => {
    const database = await open();
    const clock = { now: () => 0 };
    const processes = Array.from({ length: 4 }, () => processOn(database, clock));
    await noteChores(database, ['rate limits'], 0);
    const takeAll = (now: number) =>
      Promise.all(
        processes.map((_one, place) => takeChore(database, { name: 'rate limits', lease: `${place}`, now })),
      );
    expect((await takeAll(choreMs - 1)).filter(Boolean)).toHaveLength(0);
    expect((await takeAll(choreMs)).filter(Boolean)).toHaveLength(1);
    expect((await takeAll(2 * choreMs - 1)).filter(Boolean)).toHaveLength(0);
    expect((await takeAll(2 * choreMs)).filter(Boolean)).toHaveLength(1);
  });

  it('keeps when a chore was done last and when it failed last, for whoever looks from another process', async () => {
    const database = await open();
    let [now, isBroken] = [choreMs, false];
    const work = async () => {
      if (isBroken) throw new Error('broken');
    };
    const parts = { database, clock: { now: () => now }, log: pino({ level: 'silent' }), ids: randomIds };
    const server = upkeepOf({ ...parts, chores: [{ name: 'kept', failure: 'not kept', work }] } as never);
    await noteChores(database, ['kept'], 0);
    const ends = () => database.selectFrom('chores').select(['ended_at', 'failed_at']).executeTakeFirst();
    expect(await ends()).toEqual({ ended_at: null, failed_at: null });
    await server.runDue();
    expect(await ends()).toEqual({ ended_at: choreMs, failed_at: null });
    [now, isBroken] = [2 * choreMs, true];
    await server.runDue();
    expect(await ends()).toEqual({ ended_at: choreMs, failed_at: 2 * choreMs });
  });

  it('begins where a process has nothing to do', async () => {
    const database = await open();
    const parts = { database, clock: { now: () => 0 }, log: pino({ level: 'silent' }), ids: randomIds };
    const server = upkeepOf({ ...parts, chores: [] } as never);
    await server.start(async () => undefined);
    await server.stop();
    expect(await nextChoreAt(database)).toBe(undefined);
  });

  it('is renewed for as long as somebody is at it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const database = await open();
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = () => {
      begun.resolve();
      return ended.promise;
    };
    let now = 0;
    const parts = { database, clock: { now: () => now }, log: pino({ level: 'silent' }), ids: randomIds };
    const server = upkeepOf({ ...parts, chores: [{ name: 'long', failure: '', work }] } as never);
    await noteChores(database, ['long'], now);
    now = choreMs;
    const running = server.runDue();
    await begun.promise;
    now += halfHourMs;
    vi.advanceTimersByTime(halfHourMs);
    await expect.poll(() => nextChoreAt(database)).toBe(now + choreMs);
    ended.resolve();
    await running;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for the end of a restore that it is refused beside, which is no failure', async () => {
    const database = await open();
    const log = { info: vi.fn(), error: vi.fn() };
    const work = (_parts: unknown, now: number) =>
      inTransaction(database, (transaction) => keepBucket(transaction, `${now}`));
    const parts = { database, clock: { now: () => choreMs }, log, ids: randomIds };
    const server = upkeepOf({ ...parts, chores: [{ name: 'kept', failure: 'not kept', work }] } as never);
    await noteChores(database, ['kept'], 0);
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const next = async () => {
      begun.resolve();
      await held.promise;
      throw new Error('broken off');
    };
    const restored = restoreTables(database, { [Symbol.asyncIterator]: () => ({ next }) }).catch(String);
    await begun.promise;
    onTestFinished(() => held.resolve());
    const running = server.runDue();
    await expect.poll(() => log.info.mock.calls.length).toBe(1);
    held.resolve();
    expect(await restored).toBe('Error: broken off');
    await running;
    expect(await bucketsIn(database)).toEqual([`${choreMs}`]);
    expect(server.outcomes().get('kept')).toEqual({ endedAt: choreMs, failures: 0 });
    expect(log.error).not.toHaveBeenCalled();
    expect(await isChoreDue(database, choreMs)).toBe(false);
  });

  it('that is refused in its midst beside a restore is done again until the server stops', async () => {
    const database = await open();
    const log = { info: vi.fn(), error: vi.fn() };
    const begun = Promise.withResolvers<void>();
    const work = vi.fn(async () => {
      if (work.mock.calls.length === 3) begun.resolve();
      throw new BeingRestored();
    });
    const parts = { database, clock: { now: () => choreMs }, log, ids: randomIds };
    const server = upkeepOf({ ...parts, chores: [{ name: 'refused', failure: '', work }] } as never);
    await noteChores(database, ['refused'], 0);
    const running = server.runDue();
    await begun.promise;
    await server.stop();
    await running;
    expect(server.outcomes().get('refused')).toEqual({ endedAt: undefined, failures: 0 });
    expect([log.info.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 0]);
  });

  it('ends after what is under way, and begins nothing more', async () => {
    const database = await open();
    const done: string[] = [];
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = async () => {
      begun.resolve();
      await held.promise;
      done.push('first');
    };
    const next = { name: 'next', failure: '', work: async () => void done.push('next') };
    const parts = { database, clock: { now: () => choreMs }, log: pino({ level: 'silent' }), ids: randomIds };
    const server = upkeepOf({ ...parts, chores: [{ name: 'first', failure: '', work }, next] } as never);
    await noteChores(database, ['first', 'next'], 0);
    const running = server.runDue();
    await begun.promise;
    const stopped = server.stop().then(() => done.push('stopped'));
    held.resolve();
    await Promise.all([running, stopped]);
    expect(done).toEqual(['first', 'stopped']);
  });

  it('that takes longer than an hour is left to who is at it, and to others once nobody is', async () => {
    const database = await open();
    await noteChores(database, ['texts'], 0);
    const take = (lease: string, now: number) => takeChore(database, { name: 'texts', lease, now });
    expect(await take('first', choreMs)).toBe(true);
    await renewChore(database, 'first', choreMs + halfHourMs);
    expect(await take('second', 2 * choreMs)).toBe(false);
    expect(await take('second', 2 * choreMs + halfHourMs)).toBe(true);
    await renewChore(database, 'first', 2 * choreMs + halfHourMs);
    expect(await take('third', 3 * choreMs)).toBe(false);
    await renewChore(database, 'first', 3 * choreMs);
    await endChore(database, 'first', {});
    const left = await database.selectFrom('chores').select(['next_at', 'lease']).execute();
    expect(left).toEqual([{ next_at: 3 * choreMs + halfHourMs, lease: 'second' }]);
  });

  /** One that is told what it does, in an hour in which all of it is due. */
  async function told(works: Readonly<Record<string, () => Promise<unknown>>>) {
    const whole = await open();
    const fault: { next: Error | undefined; statements: number } = { next: undefined, statements: 0 };
    const database = whole.withPlugin({
      transformQuery: ({ node }) => {
        fault.statements += 1;
        if (fault.next === undefined) return node;
        const error = fault.next;
        fault.next = undefined;
        throw error;
      },
      transformResult: async ({ result }) => result,
    });
    const log = { info: vi.fn(), error: vi.fn() };
    const clock = { now: () => choreMs };
    const list = Object.entries(works).map(([name, work]) => ({ name, failure: `${name} failed`, work }));
    const server = upkeepOf({ database, clock, log, ids: randomIds, chores: list } as never);
    await noteChores(whole, Object.keys(works), 0);
    const lease = async () => (await whole.selectFrom('chores').select('lease').executeTakeFirst())?.lease;
    return { whole, fault, log, server, lease };
  }

  it('is looked for one look after the other', async () => {
    const done: string[] = [];
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = async () => {
      begun.resolve();
      await held.promise;
      done.push('first');
    };
    const { server, lease } = await told({ first, second: async () => done.push('second') });
    const looks = [server.runDue()];
    await begun.promise;
    looks.push(server.runDue());
    for (let question = 0; question < 20; question += 1) await lease();
    held.resolve();
    await Promise.all(looks);
    expect(done).toEqual(['first', 'second']);
  });

  it('costs one statement where nothing is due', async () => {
    const nothing = async () => undefined;
    const { server, fault } = await told({ first: nothing, second: nothing });
    await server.runDue();
    fault.statements = 0;
    await server.runDue();
    expect(fault.statements).toBe(1);
  });

  it('says when the first of all is due next', async () => {
    const database = await open();
    for (const [place, name] of ['b', 'a', 'c'].entries())
      await noteChores(database, [name], [2, 0, 1].map((hours) => hours * choreMs)[place] as number);
    expect(await nextChoreAt(database)).toBe(choreMs);
  });

  it('goes on with the next look where the database could not be asked', async () => {
    const done: string[] = [];
    const { server, fault, log } = await told({ only: async () => done.push('only') });
    fault.next = new Error('The database is gone.');
    await server.runDue();
    expect([done, log.error.mock.calls]).toEqual([
      [],
      [[{ error: 'The database is gone.' }, 'what is due could not be looked for']],
    ]);
    await server.runDue();
    expect(done).toEqual(['only']);
  });

  it('that was done is said to be so once a restore is over', async () => {
    const { server, fault, log, lease } = await told({
      only: async () => {
        fault.next = new BeingRestored();
      },
    });
    await server.runDue();
    expect([await lease(), server.outcomes().get('only')?.failures, log.error.mock.calls]).toEqual([
      null,
      0,
      [],
    ]);
  });

  it('goes on where the database could not be told that it takes long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const work = async () => {
      fault.next = new Error('The database is gone.');
      vi.advanceTimersByTime(halfHourMs);
      await expect.poll(() => log.error.mock.calls.length).toBeGreaterThan(0);
    };
    const { server, fault, log } = await told({ only: work });
    await server.runDue();
    expect(log.error.mock.calls).toEqual([[{ error: 'The database is gone.' }, 'only failed']]);
    expect(server.outcomes().get('only')).toEqual({ endedAt: choreMs, failures: 0 });
  });

  it('is looked for from the start on every minute, and certificates are renewed every hour, until the stop', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let [done, renewed] = [0, 0];
    const work = async () => {
      done += 1;
    };
    const { server, whole } = await told({ only: work });
    await server.start(async () => {
      renewed += 1;
    });
    await expect.poll(() => done).toBe(1);
    await server.runDue();
    await whole.updateTable('chores').set({ next_at: 0 }).execute();
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => done).toBe(2);
    vi.advanceTimersByTime(choreMs);
    await expect.poll(() => renewed).toBe(1);
    await server.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('put off by a clock that was set back is done again', async () => {
    const database = await open();
    await noteChores(database, ['texts'], 100 * choreMs);
    expect(await isChoreDue(database, 1000)).toBe(true);
    expect(await takeChore(database, { name: 'texts', lease: 'a', now: 1000 })).toBe(true);
    expect(await takeChore(database, { name: 'texts', lease: 'b', now: 1000 })).toBe(false);
  });

  it('goes on with the next thing where one fails', async () => {
    const database = await open();
    await database.schema.dropTable('text_events').execute();
    await noteChores(database, ['logs', 'rate limits'], 0);
    await keepBucket(database, 'old');
    const server = processOn(database, { now: () => choreMs });
    await server.runDue();
    expect(await bucketsIn(database)).toEqual([]);
    expect(server.outcomes().get('logs')).toEqual({ endedAt: undefined, failures: 1 });
    expect(server.outcomes().get('rate limits')).toEqual({ endedAt: choreMs, failures: 0 });
    expect(server.outcomes().get('texts')).toEqual({ endedAt: undefined, failures: 0 });
    const leases = await database.selectFrom('chores').select(['name', 'next_at', 'lease']).execute();
    expect(leases).toContainEqual({ name: 'logs', next_at: 2 * choreMs, lease: null });
  });
});
