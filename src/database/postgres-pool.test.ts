import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseGate, openGate } from '../../conformance/harness/database-gate.ts';
import {
  createPostgresDatabase,
  type PostgresDatabase,
  postgresMissing,
} from '../testing/postgres-database.ts';
import { BeingRestored } from './being-restored.ts';
import { firstRow } from './compiled-query.ts';
import { databaseCounts } from './database-counts.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { DatabaseAway, withoutLimit } from './postgres-pool.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transaction.ts';

const missing = postgresMissing();

describe.skipIf(missing)(`Connections to PostgreSQL${missing ? ` (left out: ${missing})` : ''}`, () => {
  let place: PostgresDatabase;
  let opened: OpenDatabase;
  let isOurs: boolean;
  beforeEach(async () => {
    isOurs = true;
    place = await createPostgresDatabase();
    const pool = { isOurs: () => isOurs, onConnectionLost: () => undefined };
    opened = await openDatabase({ url: place.url, folder: '', pool });
  });
  afterEach(async () => {
    await opened.close();
    await place.drop();
  });
  const ask = () => sql`select 1`.execute(opened.database);

  test('are replaced when they break, whatever they are doing', async () => {
    const asleep = sql`select pg_sleep(60)`.execute(opened.database);
    const betweenStatements = opened.database.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await place.breakConnections();
      await sql`select 1`.execute(transaction);
    });
    const ends = await Promise.allSettled([asleep, betweenStatements]);
    const away = { status: 'rejected', reason: expect.any(DatabaseAway) };
    expect(ends).toEqual([away, away]);
    // One that was idle may not have heard of its end yet.
    await expect.poll(ask).toBeDefined();
  });

  test('are waited for where all are in use, which is counted', async () => {
    const before = databaseCounts();
    await Promise.all(Array.from({ length: 10 }, ask));
    expect(databaseCounts().connectionWaits).toBe(before.connectionWaits);
    await Promise.all(Array.from({ length: 13 }, () => sql`select pg_sleep(0.05)`.execute(opened.database)));
    const { connectionWaits, connectionWaitMs } = databaseCounts();
    expect(connectionWaits).toBe(before.connectionWaits + 3);
    expect(connectionWaitMs).toBeGreaterThan(before.connectionWaitMs + 100);
  });

  test('plan anew what they have kept a plan of when its table changes, within a transaction by making it again', async () => {
    const { database } = opened;
    const thing = firstRow((on, name: string) =>
      (on as unknown as Kysely<{ things: { name: string } }>)
        .selectFrom('things')
        .selectAll()
        .where('name', '=', name),
    );
    const find = (on: Kysely<Tables>) => thing(on, 'a');
    await sql`create table things (name text)`.execute(database);
    await sql`insert into things values ('a')`.execute(database);
    for (let asked = 0; asked < 3; asked += 1) expect(await find(database)).toEqual({ name: 'a' });
    await sql`alter table things add column size integer`.execute(database);
    expect(await find(database)).toEqual({ name: 'a', size: null });
    await sql`alter table things add column color text`.execute(database);
    const found = await inTransaction(database, (transaction) => find(transaction));
    expect(found).toEqual({ name: 'a', size: null, color: null });
  });

  test('ask a statement again that PostgreSQL ended in favour of another transaction', async () => {
    const { database } = opened;
    await endFirstStatement(database);
    await sql`insert into settings (name, value) values ('again', ended_once())`.execute(database);
    const kept = database.selectFrom('settings').select('value').where('name', '=', 'again');
    expect(await kept.execute()).toEqual([{ value: 'made' }]);
  });

  test('are away for a statement that took too long, as for one that waited for a restore', async () => {
    const late = opened.database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 1`.execute(transaction);
      await sql`select pg_sleep(60)`.execute(transaction);
    });
    await expect(late).rejects.toThrow(DatabaseAway);
  });

  test('stay where a change does not get past the gate that a restore has shut', async () => {
    const pool = { onConnectionLost: () => undefined, connections: 1 };
    const one = await openDatabase({ url: place.url, folder: '', pool });
    onTestFinished(one.close);
    const restoring = await opened.database.startTransaction().execute();
    await sql`lock table settings in exclusive mode`.execute(restoring);
    const change = () => inTransaction(one.database, async () => 'made');
    const own = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one.database)).rows;
    const before = await own();
    await expect(change()).rejects.toThrow(BeingRestored);
    await restoring.commit().execute();
    expect(await change()).toBe('made');
    expect(await own()).toEqual(before);
  });

  test('are refused while another server could have the database', async () => {
    isOurs = false;
    await expect(ask()).rejects.toThrow(DatabaseAway);
    isOurs = true;
    await ask();
  });

  test('plan a query that is built once only once, each of them', async () => {
    const settingNamed = firstRow((database, name: string) =>
      database
        .selectFrom(sql<{ name: string }>`(select cast('a' as text) as name)`.as('one'))
        .selectAll()
        .where('name', '=', name),
    );
    await opened.database.connection().execute(async (connection) => {
      for (const name of ['a', 'b', 'a']) await settingNamed(connection, name);
      const { rows } = await sql<{
        plans: number;
        calls: number;
      }>`select count(*) as plans, sum(generic_plans + custom_plans) as calls from pg_prepared_statements`.execute(
        connection,
      );
      expect(rows).toEqual([{ plans: 1, calls: 3 }]);
    });
  });

  describe('by a way that falls silent', () => {
    let gate: DatabaseGate;
    let there: OpenDatabase;
    beforeEach(async () => {
      gate = await openGate(place.url);
      const pool = { onConnectionLost: () => undefined, answersWithinMs: 1000 };
      there = await openDatabase({ url: gate.url, folder: '', pool });
    });
    afterEach(async () => {
      await there.close();
      await gate.close();
    });

    test('are given up and replaced, also within a transaction', async () => {
      const { database } = there;
      await sql`select 1`.execute(database);
      const within = database.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        gate.silence();
        await sql`select 2`.execute(transaction);
      });
      await expect(within).rejects.toThrow(DatabaseAway);
      await expect.poll(() => sql`select 1`.execute(database)).toBeDefined();
    });

    test('that were idle meanwhile are replaced before anything is asked by them', async () => {
      const probe = { afterIdleMs: 50, withinMs: 400 };
      const pool = { onConnectionLost: () => undefined, probe };
      const { database, close } = await openDatabase({ url: gate.url, folder: '', pool });
      onTestFinished(close);
      const askTogether = () =>
        Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(database)));
      await askTogether();
      gate.silence();
      await sleep(100);
      await expect(askTogether()).resolves.toHaveLength(3);
    });

    test('take as long as a transaction needs that says so, and the next one as short as before', async () => {
      const { database } = there;
      const sleeps = sql`select pg_sleep(1.5)`;
      await database.transaction().execute(async (transaction) => {
        await sql.raw(withoutLimit).execute(transaction);
        await sleeps.execute(transaction);
      });
      await expect(sleeps.execute(database)).rejects.toThrow(DatabaseAway);
    });
  });

  test.each([
    { way: 'straight', isBehindPooler: false },
    { way: 'through a pooler', isBehindPooler: true },
  ])(
    'are ended by the database where a transaction stands still, and what it has locked is free: $way',
    async ({ isBehindPooler }) => {
      const pool = { onConnectionLost: () => undefined, standstillMs: 300, isBehindPooler };
      const { database, close } = await openDatabase({ url: place.url, folder: '', pool });
      onTestFinished(close);
      const lock = sql`select pg_advisory_xact_lock(4711)`;
      const still = database.transaction().execute(async (transaction) => {
        await lock.execute(transaction);
        await lock.execute(opened.database);
        await lock.execute(transaction);
      });
      await expect(still).rejects.toThrow(DatabaseAway);
      await sql`select 1`.execute(database);
    },
  );

  test('tell what is wrong with a statement as it is', async () => {
    await expect(sql`select nonsense`.execute(opened.database)).rejects.toThrow('nonsense');
    await expect(sql`select 9007199254740993::int8`.execute(opened.database)).rejects.toThrow(RangeError);
  });
});

/** Makes a function that fails as a deadlock does, the first time that it is called. */
async function endFirstStatement(database: Kysely<Tables>): Promise<void> {
  await sql`create sequence calls`.execute(database);
  await sql`
    create function ended_once() returns text language plpgsql as $$ begin
      if nextval('calls') = 1 then raise exception 'ended' using errcode = '40P01'; end if;
      return 'made';
    end $$`.execute(database);
}
