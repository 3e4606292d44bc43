import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { behindOthers, isBehindOthers } from '../processes/behind-others.ts';
import { runScript } from '../testing/postgres-script.ts';
import { firstRow } from './compiled-query.ts';
import { migrate } from './migrate.ts';
import { DatabaseUnusable, type OpenDatabase, openDatabase } from './open-database.ts';
import { tableNames } from './table-list.ts';
import type { Tables } from './tables.ts';
import { afterCommit, inTransaction } from './transaction.ts';
import { isUnhurried, unhurried } from './unhurried.ts';
import { WriterBusy, writeQueue } from './write-queue.ts';

let folder: string;
let opened: OpenDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-sqlite-'));
  opened = await openDatabase({ folder });
  await migrate(opened.database);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const pragma = async (name: string): Promise<unknown> =>
  opened.database.transaction().execute(async (transaction) => {
    const { rows } = await sql`${sql.raw(`PRAGMA ${name}`)}`.execute(transaction);
    return Object.values(rows[0] as object)[0];
  });

test('a commit is on the disk when it is answered: write-ahead log, synchronous FULL', async () => {
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
});

test('what has time is committed without waiting for the disk, and nothing else beside or after it', async () => {
  const level = 'select synchronous from pragma_synchronous';
  const write = (name: string, database: Kysely<Tables> = opened.database) =>
    sql`insert into settings (name, value) select ${name}, (${sql.raw(level)})`.execute(database);
  const inOne = (name: string) => inTransaction(opened.database, (transaction) => write(name, transaction));
  await Promise.all([
    unhurried(() => write('1 alone')),
    write('2 alone'),
    unhurried(() => inOne('1 in one')),
    inOne('2 in one'),
  ]);
  await expect(unhurried(() => write('1 alone'))).rejects.toThrow('UNIQUE');
  await expect(unhurried(() => inOne('1 in one'))).rejects.toThrow('UNIQUE');
  await write('2 after failures');
  const rows = await opened.database.selectFrom('settings').selectAll().execute();
  expect(rows).toHaveLength(5);
  for (const { name, value } of rows) expect(name).toMatch(new RegExp(`^${value} `));
});

test('what a change that has time sets going afterwards has none, and neither stands behind others', async () => {
  const found: boolean[] = [];
  const note = () => found.push(isUnhurried(), isBehindOthers());
  const change = () =>
    inTransaction(opened.database, async (transaction) => {
      afterCommit(transaction, note);
      note();
    });
  await behindOthers(() => unhurried(change));
  expect(found).toEqual([true, true, false, false]);
});

test.runIf(process.platform !== 'win32')('nobody but its owner can read the database or its log', () => {
  const files = readdirSync(folder);
  expect(files).toContain('vitrine.sqlite-wal');
  for (const name of files) expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
});

test('every column that refers to another table begins an index', async () => {
  const { rows: missing } = await sql<{ at: string }>`
    select t.name || '.' || f."from" as at
    from sqlite_schema t, pragma_foreign_key_list(t.name) f
    where t.type = 'table' and not exists (
      select 1 from pragma_index_list(t.name) i, pragma_index_info(i.name) c
      where c.seqno = 0 and c.name = f."from"
    )`.execute(opened.database);
  expect(missing).toEqual([]);
  const { rows: references } = await sql`
    select 1 from sqlite_schema t, pragma_foreign_key_list(t.name) where t.type = 'table'`.execute(
    opened.database,
  );
  expect(references.length).toBeGreaterThan(tableNames.length);
});

test('what was answered is there after kill −9, and what was not is whole or absent', async () => {
  const writer = runScript(`
    import { openDatabase } from ${address('./open-database.ts')};
    import { inTransaction } from ${address('./transaction.ts')};
    const { database } = await openDatabase({ folder: ${JSON.stringify(folder)} });
    for (let at = 0; ; at += 1) {
      await inTransaction(database, async (transaction) => {
        await transaction.insertInto('settings').values({ name: 'a' + at, value: '' }).execute();
        await transaction.insertInto('settings').values({ name: 'b' + at, value: '' }).execute();
      });
      process.stdout.write('done ' + at + ' ');
    }
  `);
  await writer.said('done 200 ');
  await writer.kill();
  const answered = Number(/done (\d+) (?!.*done \d+ )/.exec(writer.output())?.[1]);
  const names = (await opened.database.selectFrom('settings').select('name').execute()).map(
    ({ name }) => name,
  );
  for (let at = 0; at <= answered; at += 1) expect(names).toContain(`a${at}`);
  for (const name of names) expect(names).toContain(name.replace('a', 'b'));
});

test('two processes that write at once wait for each other', async () => {
  const script = (who: string) =>
    runScript(`
      import { openDatabase } from ${address('./open-database.ts')};
      const { database, close } = await openDatabase({ folder: ${JSON.stringify(folder)} });
      for (let at = 0; at < 200; at += 1) {
        await database.insertInto('settings').values({ name: '${who}' + at, value: '' }).execute();
      }
      await close();
      console.log('all written');
    `);
  await Promise.all([script('x').said('all written'), script('y').said('all written')]);
  expect(await opened.database.selectFrom('settings').selectAll().execute()).toHaveLength(400);
});

test('a transaction that SQLite itself ended takes no further statement', async () => {
  const failed = opened.database.transaction().execute(async (transaction) => {
    await transaction.insertInto('settings').values({ name: 'first', value: '' }).execute();
    await sql`insert or rollback into settings (name, value) values ('first', '')`
      .execute(transaction)
      .catch(() => undefined);
    await transaction.insertInto('settings').values({ name: 'second', value: '' }).execute();
  });
  await expect(failed).rejects.toThrow('rolled back by the database');
  expect(await opened.database.selectFrom('settings').selectAll().execute()).toEqual([]);
  await inTransaction(opened.database, async (transaction) => {
    await transaction.insertInto('settings').values({ name: 'next', value: '' }).execute();
  });
});

test('a stream of rows shows one moment, and others write and read what they wrote meanwhile', async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ name: `n${at}`, value: '' }));
  await opened.database.insertInto('settings').values(many).execute();
  let count = 0;
  for await (const { name } of opened.database.selectFrom('settings').select('name').stream()) {
    count += 1;
    await opened.database
      .insertInto('settings')
      .values({ name: `${name}+`, value: '' })
      .execute();
    const written = opened.database.selectFrom('settings').select('name').where('name', '=', `${name}+`);
    expect(await written.execute()).toHaveLength(1);
  }
  expect(count).toBe(50);
});

test('a column added to a table shows in a query that ran before', async () => {
  const all = opened.database.selectFrom('settings').selectAll();
  await opened.database.insertInto('settings').values({ name: 'n', value: 'v' }).execute();
  await all.execute();
  await opened.database.schema.alterTable('settings').addColumn('extra', 'text').execute();
  expect(await all.execute()).toEqual([{ name: 'n', value: 'v', extra: null }]);
});

test('closing waits for the transaction that runs', async () => {
  const running = inTransaction(opened.database, async (transaction) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    await transaction.insertInto('settings').values({ name: 'late', value: '' }).execute();
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([running, opened.close()]);
  opened = await openDatabase({ folder });
  expect(await opened.database.selectFrom('settings').selectAll().execute()).toHaveLength(1);
});

test('a file that is no database is refused with a sentence that names the folder', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'vitrine.sqlite'), 'this is no database, whatever its name says'.repeat(50));
  const refusal = await openDatabase({ folder: other }).catch((error) => error);
  expect(refusal).toBeInstanceOf(DatabaseUnusable);
  expect(refusal.message).toContain(other);
});

test('a query of all columns has those that its table has now, one that names its columns has those', async () => {
  const { database } = opened;
  await database.insertInto('settings').values({ name: 'first', value: 'v' }).execute();
  const all = () => database.selectFrom('settings').selectAll().where('name', '=', 'first').execute();
  const named = () => database.selectFrom('settings').select('value').where('name', '=', 'first').execute();
  expect(await all()).toEqual([{ name: 'first', value: 'v' }]);
  expect(await named()).toEqual([{ value: 'v' }]);
  await sql`alter table settings rename column value to was`.execute(database);
  await sql`alter table settings add column value text default 'new'`.execute(database);
  expect(await all()).toEqual([{ name: 'first', was: 'v', value: 'new' }]);
  expect(await named()).toEqual([{ value: 'new' }]);
});

test('a query that is built once is refused once the database is closed', async () => {
  const settingOf = firstRow((database, name: string) =>
    database.selectFrom('settings').select('value').where('name', '=', name),
  );
  expect(await settingOf(opened.database, 'nobody')).toBeUndefined();
  await opened.close();
  await expect(settingOf(opened.database, 'nobody')).rejects.toThrow('destroyed');
  opened = await openDatabase({ folder });
});

test('turns at the writer come in the order they were asked for', async () => {
  const queue = writeQueue();
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3].map(async (turn) => {
      const end = await queue.take();
      await new Promise((resolve) => setTimeout(resolve, 5 / turn));
      order.push(turn);
      end();
    }),
  );
  expect(order).toEqual([1, 2, 3]);
});

test('a turn that waits for itself ends with a sentence, and the queue goes on', async () => {
  const queue = writeQueue(20);
  const end = await queue.take();
  await expect(queue.take()).rejects.toBeInstanceOf(WriterBusy);
  end();
  (await queue.take())();
});

function address(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href);
}
