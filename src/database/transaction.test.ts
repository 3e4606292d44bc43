import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { triesBeside } from '../testing/tries-beside.ts';
import { isPostgres } from './column-kinds.ts';
import type { Tables } from './tables.ts';
import { inReadCommitted, inTransaction } from './transaction.ts';

onBothEngines('A change', (openEmpty) => {
  test('that waited for a restore sees what was restored', async (context) => {
    const { database } = await openMigrated(openEmpty);
    if (!isPostgres(database)) return context.skip('one change at a time is made in a file');
    const restoring = await database.startTransaction().execute();
    await sql`lock table settings in exclusive mode`.execute(restoring);
    const seen: unknown[] = [];
    const change = inTransaction(database, async (transaction) => {
      seen.push(await transaction.selectFrom('settings').select('value').where('name', '=', 'a').execute());
      await transaction.updateTable('settings').set({ value: 'changed' }).where('name', '=', 'a').execute();
    });
    const refused = sql`
      select 1 from pg_stat_activity where datname = current_database() and query = 'rollback' and state = 'idle'`;
    // Asked by the restore's own connection: any other one might be that of the change, and no longer show it then.
    const refusals = async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(restoring);
      return (await refused.execute(restoring)).rows.length;
    };
    await expect.poll(refusals).toBe(1);
    await restoring.insertInto('settings').values({ name: 'a', value: 'restored' }).execute();
    await restoring.commit().execute();
    await change;
    expect(seen).toEqual([[{ value: 'restored' }]]);
  });

  test('is not made again for one that writes another row, however few rows there are', async (context) => {
    const { database } = await openMigrated(openEmpty);
    if (!isPostgres(database)) return context.skip('one change at a time is made in a file');
    const names = ['a', 'b'];
    await database
      .insertInto('settings')
      .values(names.map((name) => ({ name, value: 'made' })))
      .execute();
    await sql`analyze settings`.execute(database);
    const changes = names.map((name) => ({
      read: (transaction: Kysely<Tables>) =>
        transaction.selectFrom('settings').select('value').where('name', '=', name).execute(),
      write: (transaction: Kysely<Tables>) =>
        transaction.updateTable('settings').set({ value: 'changed' }).where('name', '=', name).execute(),
    }));
    expect(await triesBeside(database, changes)).toEqual([1, 1]);
  });

  test('that sees what others commit meanwhile is made again as well where it was ended for them', async () => {
    const { database } = await openMigrated(openEmpty);
    let tries = 0;
    const made = inReadCommitted(database, async () => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('ended'), { code: '40P01' });
      return tries;
    });
    expect(await made).toBe(2);
  });
});
