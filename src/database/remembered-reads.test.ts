import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { remembered } from './remembered-reads.ts';
import { inTransaction } from './transaction.ts';

onBothEngines('What is remembered of the database', (openEmpty) => {
  async function open() {
    const { database } = await openMigrated(openEmpty);
    const asked: string[] = [];
    const find = remembered(async (connection: typeof database, name: string) => {
      asked.push(name);
      return connection.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
    });
    await database.insertInto('settings').values({ name: 'a', value: '1' }).execute();
    return { database, asked, value: async () => (await find(database, 'a'))?.value };
  }

  it('holds until something is written, alone or in a transaction', async () => {
    const { database, value } = await open();
    expect([await value(), await value()]).toEqual(['1', '1']);
    await database.updateTable('settings').set({ value: '2' }).execute();
    expect([await value(), await value()]).toEqual(['2', '2']);
    await inTransaction(database, async (transaction) => {
      await transaction.updateTable('settings').set({ value: '3' }).execute();
      expect(await value()).toBe('2');
    });
    expect(await value()).toBe('3');
    await database.deleteFrom('settings').execute();
    expect(await value()).toBeUndefined();
  });

  it('is found without asking for it while nothing is written, by anybody', async () => {
    const { asked, value } = await open();
    // Others may write into databases of the same PostgreSQL.
    const found = async () => {
      await value();
      const before = asked.length;
      expect([await value(), await value()]).toEqual(['1', '1']);
      return asked.length - before;
    };
    await expect.poll(found, { timeout: 30_000, interval: 0 }).toBe(0);
  });

  it('is asked for at once where something is written all the time, without a look whether it was', async () => {
    const { database, asked, value } = await open();
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const looks = () =>
      queries.mock.calls.filter(([first]) =>
        String((first as { text?: string }).text).includes('current_snapshot'),
      );
    try {
      const write = (number: number) =>
        database
          .updateTable('settings')
          .set({ value: String(number) })
          .execute();
      for (let number = 0; number < 200; number += 1) {
        await write(number);
        expect(await value()).toBe(String(number));
      }
      expect([asked.length, looks().length < 100]).toEqual([200, true]);
    } finally {
      queries.mockRestore();
    }
  });

  it('is never older than a change that was answered, however many are made beside the reads', async () => {
    const { database, value } = await open();
    for (let number = 0; number < 50; number += 1) {
      const beside = Array.from({ length: 5 }, value);
      await database
        .updateTable('settings')
        .set({ value: String(number) })
        .execute();
      const after = value();
      await Promise.all(beside);
      expect(await after).toBe(String(number));
      expect(await value()).toBe(String(number));
    }
  });
});
