import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { inTransaction } from './transaction.ts';

const missing = postgresMissing();
const processes = 3;
const changesEach = 40;

describe.skipIf(missing)(`Changes of several processes${missing ? ` (left out: ${missing})` : ''}`, () => {
  it('of the same row are all made, however many meet', async () => {
    const { url, drop } = await createPostgresDatabase();
    const opened = await Promise.all(
      Array.from({ length: processes }, () => openDatabase({ url, folder: '' })),
    );
    try {
      const databases = opened.map(({ database }) => database);
      await Promise.all(databases.map((database) => migrate(database)));
      await databases[0]!.insertInto('settings').values({ name: 'count', value: '0' }).execute();
      const add = (database: (typeof databases)[number]) =>
        inTransaction(database, async (transaction) => {
          const row = transaction.selectFrom('settings').where('name', '=', 'count').select('value');
          const { value } = await row.executeTakeFirstOrThrow();
          const next = { value: String(Number(value) + 1) };
          await transaction.updateTable('settings').set(next).where('name', '=', 'count').execute();
        });
      const all = databases.flatMap((database) => Array.from({ length: changesEach }, () => add(database)));
      const failed = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
      expect(failed).toEqual([]);
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
});
