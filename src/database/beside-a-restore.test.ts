import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { BeingRestored } from './being-restored.ts';
import { type DumpedRows, restoreTables } from './dump.ts';
import type { Tables } from './tables.ts';
import { inReadCommitted, inTransaction } from './transaction.ts';

const note = (database: Kysely<Tables>, name: string) =>
  database.insertInto('settings').values({ name, value: 'made' }).execute();
const noted = async (database: Kysely<Tables>) =>
  (await database.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name);

/** A restore that has begun, and goes on where it is told to. */
async function beginRestore(database: Kysely<Tables>) {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* rows(): AsyncGenerator<DumpedRows> {
    begun.resolve();
    await held.promise;
    yield { table: 'settings', rows: [{ name: 'restored', value: '' }] };
  }
  const restored = restoreTables(database, rows());
  await begun.promise;
  return {
    end: () => {
      held.resolve();
      return restored;
    },
    breakOff: async () => {
      held.reject(new Error('broken off'));
      await expect(restored).rejects.toThrow('broken off');
    },
  };
}

onBothEngines('Beside a restore', (openEmpty) => {
  test('a change of either kind is refused, has changed nothing, and is made afterwards', async () => {
    const { database } = await openMigrated(openEmpty);
    const restore = await beginRestore(database);
    const changes = [
      inTransaction(database, (transaction) => note(transaction, 'beside')),
      inReadCommitted(database, (transaction) => note(transaction, 'beside')),
    ];
    const refused = await Promise.allSettled(changes);
    expect(refused.map((one) => one.status === 'rejected' && one.reason)).toEqual([
      expect.any(BeingRestored),
      expect.any(BeingRestored),
    ]);
    await restore.end();
    await inTransaction(database, (transaction) => note(transaction, 'afterwards'));
    expect(await noted(database)).toEqual(['afterwards', 'restored']);
  });

  test('a change that it keeps for a moment alone is made once it is over, and sees what was restored', async () => {
    const { database } = await openMigrated(openEmpty);
    const restore = await beginRestore(database);
    const change = inTransaction(database, async (transaction) => {
      const seen = await noted(transaction);
      await note(transaction, 'beside');
      return seen;
    });
    await restore.end();
    expect(await change).toEqual(['restored']);
    expect(await noted(database)).toEqual(['beside', 'restored']);
  });

  test('that comes to nothing changes are made again', async () => {
    const { database } = await openMigrated(openEmpty);
    const restore = await beginRestore(database);
    await restore.breakOff();
    await inTransaction(database, (transaction) => note(transaction, 'afterwards'));
    expect(await noted(database)).toEqual(['afterwards']);
  });

  test('what is asked of before it is what the changes have left that were under way', async () => {
    const { database } = await openMigrated(openEmpty);
    await note(database, 'ended');
    const change = await database.startTransaction().setIsolationLevel('serializable').execute();
    await change.deleteFrom('settings').where('name', '=', 'ended').execute();
    let seen: string[] | undefined;
    const restored = restoreTables(database, async (transaction) => {
      seen = await noted(transaction);
      return [];
    });
    // Whatever is asked too soon is answered by then.
    for (let time = 0; time < 5; time += 1) await noted(database);
    await change.commit().execute();
    await restored;
    expect(seen).toEqual([]);
  });

  test('changes leave connections to those who read', async () => {
    const { database } = await openMigrated(openEmpty);
    const restore = await beginRestore(database);
    const changes = Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => inTransaction(database, (change) => note(change, `${at}`))),
    );
    expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
    await restore.end();
    await changes;
  });
});
