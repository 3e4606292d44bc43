import { beforeAll, expect, test } from 'vitest';
import { type OpenEmpty, onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { allRows, firstRow, writeRows } from './compiled-query.ts';
import type { OpenDatabase } from './open-database.ts';
import { inTransaction } from './transaction.ts';

/** The same value twice, in another order than the arguments, and one that is fixed. */
let builds = 0;
const settingOf = firstRow((database, value: string, name: string) => {
  builds += 1;
  return database
    .selectFrom('settings')
    .selectAll()
    .where('name', '=', name)
    .where((either) => either.or([either('value', '=', value), either('name', '=', 'fixed')]))
    .where('name', 'like', 'f%');
});

const settingsLike = allRows((database, pattern: string) =>
  database.selectFrom('settings').select(['name', 'value']).where('name', 'like', pattern),
);

let writes = 0;
const putSettings = writeRows<{ name: string; value: string }>(
  { rowCount: 3, columns: ['name', 'value'] },
  (database, rows) => {
    writes += 1;
    return database.insertInto('settings').values([...rows]);
  },
);

function suite(openEmpty: OpenEmpty): void {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openMigrated(openEmpty);
    const rows = ['fixed', 'first', 'fourth'].map((name) => ({ name, value: `value of ${name}` }));
    await opened.database.insertInto('settings').values(rows).execute();
  });

  test('each call is answered for its own values, and none where nothing fits', async () => {
    const { database } = opened;
    expect(await settingOf(database, 'value of first', 'first')).toMatchObject({ name: 'first' });
    expect(await settingOf(database, 'value of fourth', 'fourth')).toMatchObject({ name: 'fourth' });
    expect(await settingOf(database, 'anything', 'fixed')).toMatchObject({ name: 'fixed' });
    expect(await settingOf(database, 'value of first', 'fourth')).toBeUndefined();
    expect(await settingOf(database, '', '')).toBeUndefined();
  });

  test('rows are written, those of a full statement by one that is built once', async () => {
    const { database } = opened;
    const settings = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `row ${from + index}`,
        value: `${from + index}`,
      }));
    await putSettings(database, settings(0, 3));
    const before = writes;
    await putSettings(database, settings(3, 3));
    await putSettings(database, settings(6, 3));
    expect(writes).toBe(before);
    await putSettings(database, settings(9, 2));
    const rows = await database.selectFrom('settings').selectAll().where('name', 'like', 'row %').execute();
    expect(rows).toHaveLength(11);
    for (const { name, value } of rows) expect(name).toBe(`row ${value}`);
  });

  test('many calls build it once', async () => {
    await settingOf(opened.database, 'value of first', 'first');
    const before = builds;
    for (let call = 0; call < 5; call++) await settingOf(opened.database, `${call}`, 'first');
    expect(builds).toBe(before);
  });

  test('more rows than are read at once come whole, as do few after them, and what was written in between', async () => {
    const { database } = opened;
    const settings = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `many ${from + index}`, value: 'v' }));
    for (const [from, count] of [
      [0, 255],
      [255, 1],
      [256, 1],
      [257, 200],
    ] as const) {
      await database.insertInto('settings').values(settings(from, count)).execute();
      for (let call = 0; call < 12; call++)
        expect(await settingsLike(database, 'many %')).toHaveLength(from + count);
    }
    await database.deleteFrom('settings').where('name', 'like', 'many %').execute();
    for (let call = 0; call < 12; call++) expect(await settingsLike(database, 'many %')).toHaveLength(0);
  });

  test('whoever stands between the program and the database sees what it answers', async () => {
    let rows = 0;
    const watched = opened.database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length;
        return result;
      },
    });
    await settingOf(watched, 'value of first', 'first');
    expect(rows).toBe(1);
  });

  test('inside a transaction a compiled query sees what the transaction wrote', async () => {
    await inTransaction(opened.database, async (transaction) => {
      await transaction.insertInto('settings').values({ name: 'fresh', value: 'v' }).execute();
      expect(await settingOf(transaction, 'v', 'fresh')).toMatchObject({ name: 'fresh' });
    });
  });
}

onBothEngines('A query that is built once', suite);
