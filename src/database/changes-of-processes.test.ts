import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { databaseCounts } from './database-counts.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transaction.ts';

const missing = postgresMissing();
const processes = 6;
const changesEach = 12;
const connections = 3;
/** So long a change is open to all others. */
const openMs = 15;
/** So often it is tried beside others. */
const triesBesideOthers = 5;

async function addOne(transaction: Transaction<Tables>): Promise<void> {
  const row = transaction.selectFrom('settings').where('name', '=', 'count').select('value');
  const { value } = await row.executeTakeFirstOrThrow();
  await sleep(openMs);
  const next = { value: String(Number(value) + 1) };
  await transaction.updateTable('settings').set(next).where('name', '=', 'count').execute();
}

describe.skipIf(missing)(`Changes of several processes${missing ? ` (left out: ${missing})` : ''}`, () => {
  it('of the same row are all made, those that met others too often one at a time, and tries are counted', async () => {
    const before = databaseCounts().transactionsRepeated;
    const { url, drop } = await createPostgresDatabase();
    const opened = await Promise.all(
      Array.from({ length: processes }, () =>
        openDatabase({ url, folder: '', pool: { connections, onConnectionLost: () => undefined } }),
      ),
    );
    try {
      const databases = opened.map(({ database }) => database);
      await Promise.all(databases.map((database) => migrate(database)));
      await databases[0]!.insertInto('settings').values({ name: 'count', value: '0' }).execute();
      const lone = { now: 0, most: 0 };
      const add = (database: (typeof databases)[number]) => {
        let tries = 0;
        return inTransaction(database, async (transaction) => {
          tries += 1;
          if (tries > triesBesideOthers) lone.most = Math.max(lone.most, lone.now + 1);
          lone.now += Number(tries > triesBesideOthers);
          try {
            await addOne(transaction);
          } finally {
            lone.now -= Number(tries > triesBesideOthers);
          }
        });
      };
      const all = databases.flatMap((database) => Array.from({ length: changesEach }, () => add(database)));
      const failed = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
      expect(failed).toEqual([]);
      expect(lone.most).toBe(1);
      expect(databaseCounts().transactionsRepeated).toBeGreaterThan(before);
      const row = await databases[0]!
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'count')
        .execute();
      expect(row).toEqual([{ value: String(processes * changesEach) }]);
    } finally {
      for (const { close } of opened) await close();
      await drop();
    }
  });

  it.each([
    ['made once and answered', undefined, ['made']],
    ['refused for its own reason', new Error('There is one already.'), []],
  ])('that are made alone are %s, however long their turn stands still', async (_ends, refused, values) => {
    const { url, drop } = await createPostgresDatabase();
    const pool = { standstillMs: 200, onConnectionLost: () => undefined };
    const [beside, changing] = [
      await openDatabase({ url, folder: '' }),
      await openDatabase({ url, folder: '', pool }),
    ];
    try {
      await migrate(changing.database);
      const holder = await beside.database.startTransaction().execute();
      await sql`select pg_advisory_xact_lock(1)`.execute(holder);
      let tries = 0;
      const change = inTransaction(changing.database, async (transaction) => {
        tries += 1;
        if (tries <= triesBesideOthers) throw Object.assign(new Error('met others'), { code: '40001' });
        await sql`select pg_advisory_xact_lock(1)`.execute(transaction);
        await transaction.insertInto('settings').values({ name: 'lone', value: 'made' }).execute();
        if (refused !== undefined) throw refused;
      }).catch((error) => error);
      const turns = sql`select 1 from pg_stat_activity where datname = current_database() and query like '%advisory%'
        and state like 'idle in transaction%' and pid <> (select pid from pg_locks where locktype = 'advisory'
          and objid = 1 and granted and database = (select oid from pg_database where datname = current_database()))`;
      const count = async () => (await turns.execute(beside.database)).rows.length;
      await expect.poll(count).toBe(1);
      await expect.poll(count).toBe(0);
      await holder.commit().execute();
      expect(await change).toBe(refused);
      const made = await changing.database
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'lone')
        .execute();
      expect(made.map(({ value }) => value)).toEqual(values);
    } finally {
      await Promise.all([beside.close(), changing.close()]);
      await drop();
    }
  });
});
