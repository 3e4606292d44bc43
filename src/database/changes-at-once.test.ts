import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { changesAtOnce } from './changes-at-once.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { DatabaseAway } from './postgres-pool.ts';
import { triesBesideOthers } from './repeated.ts';
import type { Tables } from './tables.ts';
import { atOneMoment, inTransaction } from './transaction.ts';

const missing = postgresMissing();
const connections = 5;

describe.skipIf(missing)(`Changes that wait${missing ? ` (left out: ${missing})` : ''}`, () => {
  it('for a backup that is restored leave connections to those who read, and are made then', async () => {
    const { url, drop } = await createPostgresDatabase();
    const open = () =>
      openDatabase({ url, folder: '', pool: { connections, onConnectionLost: () => undefined } });
    const [restoring, changing] = [await open(), await open()];
    try {
      await migrate(changing.database);
      const alone = await restoring.database.startTransaction().execute();
      await sql`lock table settings in exclusive mode`.execute(alone);
      const change = (name: string) =>
        inTransaction(changing.database, (transaction) =>
          transaction.insertInto('settings').values({ name, value: '' }).execute(),
        );
      const names = Array.from({ length: 2 * connections }, (_, at) => `change ${at}`);
      const changes = Promise.all(names.map(change));
      // Without a connection that is left to it this waits until the lock goes.
      const { rows } = await sql`select 1 as one`.execute(changing.database);
      expect(rows).toEqual([{ one: 1 }]);
      const there = (transaction: Kysely<Tables>) =>
        transaction.selectFrom('settings').select('name').where('name', 'in', names).execute();
      expect(await atOneMoment(changing.database, there)).toEqual([]);
      await alone.commit().execute();
      await changes;
      const made = await changing.database.selectFrom('settings').select('name').execute();
      expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    } finally {
      await Promise.all([restoring.close(), changing.close()]);
      await drop();
    }
  });
});

describe.skipIf(missing)(`A change${missing ? ` (left out: ${missing})` : ''}`, () => {
  const lone = { name: 'lone', value: 'made' };
  const refusal = new Error('There is one already.');
  it.each([
    ['is made once and answered', undefined, [lone]],
    ['is refused for its own reason', refusal, []],
  ])(
    'that waits alone for a restore %s, however long its turn stands still',
    async (_ends, refused, rows) => {
      const { url, drop } = await createPostgresDatabase();
      const pool = { standstillMs: 200, onConnectionLost: () => undefined };
      const [restoring, changing] = [
        await openDatabase({ url, folder: '' }),
        await openDatabase({ url, folder: '', pool }),
      ];
      try {
        await migrate(changing.database);
        const alone = await restoring.database.startTransaction().execute();
        let tries = 0;
        let locked: Promise<unknown> = Promise.resolve();
        const change = inTransaction(changing.database, async (transaction) => {
          tries += 1;
          if (tries === triesBesideOthers) locked = sql`lock table settings in exclusive mode`.execute(alone);
          if (tries <= triesBesideOthers) throw Object.assign(new Error('met others'), { code: '40001' });
          await transaction.insertInto('settings').values(lone).execute();
          if (refused !== undefined) throw refused;
        }).catch((error) => error);
        await expect.poll(() => tries).toBe(triesBesideOthers);
        await locked;
        const turns = sql`select 1 from pg_stat_activity where datname = current_database() and query like '%advisory%'
        and state like 'idle in transaction%'`;
        const count = async () => (await turns.execute(restoring.database)).rows.length;
        await expect.poll(count).toBe(1);
        await expect.poll(count).toBe(0);
        await alone.commit().execute();
        expect(await change).toBe(refused);
        const made = await changing.database
          .selectFrom('settings')
          .selectAll()
          .where('name', '=', 'lone')
          .execute();
        expect(made).toEqual(rows);
      } finally {
        await Promise.all([restoring.close(), changing.close()]);
        await drop();
      }
    },
  );
});

describe('Changes at once', () => {
  it('are as many as there is room for, and the others follow in their order', async () => {
    const atOnce = changesAtOnce(5);
    // Places that are given back are no more than were taken.
    for (let round = 0; round < 2; round += 1) {
      const begun: number[] = [];
      const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
      const all = ends.map(({ promise }, at) =>
        atOnce(async () => {
          begun.push(at);
          await promise;
          return at;
        }),
      );
      expect(begun).toEqual([0, 1]);
      ends[1]!.resolve();
      expect(await all[1]).toBe(1);
      expect(begun).toEqual([0, 1, 2]);
      for (const { resolve } of ends) resolve();
      expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
      expect(begun).toEqual([0, 1, 2, 3, 4]);
    }
  });

  it('that failed make room as well', async () => {
    const atOnce = changesAtOnce(2);
    const failing = Array.from({ length: 4 }, () => atOnce(() => Promise.reject(new Error('failed'))));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(
      Array(4).fill('rejected'),
    );
    expect(await atOnce(async () => 'made')).toBe('made');
  });

  it('are refused where they wait too long, and have no place then', async () => {
    const atOnce = changesAtOnce(2, 1);
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = ends.map(({ promise }) => atOnce(() => promise));
    await expect(atOnce(async () => 'made')).rejects.toThrow(DatabaseAway);
    for (const { resolve } of ends) resolve();
    await Promise.all(held);
    expect(await atOnce(async () => 'made')).toBe('made');
  });
});
