import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { BlobId } from '../blobs/blob-store.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { onBothEngines, openMigrated, openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from '../testing/postgres-example-rows.ts';
import { isPostgres } from './column-kinds.ts';
import { databaseCounts } from './database-counts.ts';
import { type DumpedRow, type DumpedRows, dumpTables, restoreTables, UnknownTable } from './dump.ts';
import { copiedTables } from './table-list.ts';
import { inTransaction } from './transaction.ts';

/** A person as stored, who administers the installation. */
const person = (id: string): DumpedRow => {
  const [example] = exampleRows.users as unknown as DumpedRow[];
  return { ...example, id, email: `${id}@example.com`, organization_id: null, installation_admin: 1 };
};

async function gather(dump: AsyncIterable<DumpedRows>): Promise<DumpedRows[]> {
  const gathered: DumpedRows[] = [];
  for await (const part of dump) gathered.push(part);
  return gathered;
}

onBothEngines('A copy of all tables', (openEmpty) => {
  test('holds every row of every table', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const dump = await gather(dumpTables(database));
    expect(dump.map(({ table }) => table)).toEqual(copiedTables);
    for (const { table, rows } of dump) {
      expect(rows).toHaveLength(exampleRows[table].length);
      for (const row of exampleRows[table]) expect(rows).toContainEqual(expect.objectContaining(row));
    }
  });

  test('goes over to SQLite and back without a change', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const before = await gather(dumpTables(database));
    const other = await openSqliteForTest();
    await restoreTables(other.database, dumpTables(database));
    const between = await gather(dumpTables(other.database));
    expect(between).toEqual(before);
    await restoreTables(database, between);
    await other.remove();
    expect(await gather(dumpTables(database))).toEqual(before);
  });

  test('goes in once the search is done with what it reads, and neither waits in a circle for the other', async (context) => {
    const { database } = await openMigrated(openEmpty);
    if (!isPostgres(database)) return context.skip('one change at a time is made in a file');
    await insertExampleRows(database);
    const [file] = exampleRows.files;
    const file_key = file?.key as FileKey;
    await database
      .insertInto('unsearched_files')
      .values({ file_key, noted: 1, noted_at: 1, tries: 0, lease: null, leased_until: null })
      .execute();
    const dump = await gather(dumpTables(database));
    // Other databases of the same PostgreSQL have waits of their own.
    const waiting = sql<{ count: string }>`
      select count(*) as count from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`;
    const waits = async () => (await waiting.execute(database)).rows[0]?.count;
    const before = databaseCounts();
    let restoring: Promise<void> | undefined;
    await inTransaction(database, async (search) => {
      await search.deleteFrom('unsearched_files').where('file_key', '=', file_key).execute();
      if (restoring === undefined) {
        restoring = restoreTables(database, dump);
        await expect.poll(waits).not.toBe('0');
      }
      await search
        .insertInto('search_files')
        .values({ file_key, generation: '1', snapshot: 'ab'.repeat(32) as BlobId, name: 'Main' })
        .execute();
    });
    await restoring;
    expect(databaseCounts().transactionsRepeated).toBe(before.transactionsRepeated);
  });

  test('replaces what was there', async () => {
    const { database } = await openMigrated(openEmpty);
    const empty = await gather(dumpTables(database));
    await insertExampleRows(database);
    await restoreTables(database, empty);
    expect(await gather(dumpTables(database))).toEqual([]);
  });

  test('that leaves a column out of some rows has there what the column holds by default', async () => {
    const { database } = await openMigrated(openEmpty);
    const [first, second] = [person('1'), person('2')];
    const { installation_admin: _left, ...older } = second;
    await restoreTables(database, [{ table: 'users', rows: [first, older] }]);
    const [copy] = await gather(dumpTables(database));
    expect(copy?.rows).toMatchObject([first, { ...older, installation_admin: 0 }]);
  });

  test('of 25,000 rows comes in parts and goes in whole', async () => {
    const { database } = await openMigrated(openEmpty);
    const rows = Array.from({ length: 25_000 }, (_, at) => ({ name: `n${at}`, value: `v${at}` }));
    await restoreTables(database, [{ table: 'settings', rows }]);
    const parts = await gather(dumpTables(database));
    expect(parts.length).toBeGreaterThan(10);
    const names = new Set(parts.flatMap((part) => part.rows.map(({ name }) => name)));
    expect(names.size).toBe(25_000);
  });

  test('of long texts comes in parts of few megabytes', async () => {
    const { database } = await openMigrated(openEmpty);
    const value = 'x'.repeat(1_500_000);
    const rows = Array.from({ length: 7 }, (_, at) => ({ name: `n${at}`, value }));
    await restoreTables(database, [{ table: 'settings', rows }]);
    const parts = await gather(dumpTables(database));
    expect(parts.map((part) => part.rows.map(({ name }) => name))).toEqual([
      ['n0', 'n1'],
      ['n2', 'n3'],
      ['n4', 'n5'],
      ['n6'],
    ]);
  });

  test('shows one moment, whatever is written while it is read', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const before = await gather(dumpTables(database));
    const during: DumpedRows[] = [];
    for await (const part of dumpTables(database)) {
      during.push(part);
      await database
        .updateTable('sites')
        .set({ name: `after ${part.table}` })
        .execute();
      await database.deleteFrom('versions').execute();
    }
    expect(during).toEqual(before);
  });

  test('left early frees its connection', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    for (let turn = 0; turn < 20; turn += 1) {
      for await (const part of dumpTables(database)) if (part.rows.length > 0) break;
    }
    expect(await gather(dumpTables(database))).toHaveLength(copiedTables.length);
  });

  const broken: [string, () => AsyncIterable<DumpedRows>, RegExp][] = [
    ['a source that breaks off', () => brokenOff(), /source is gone/],
    ['a table nobody knows', () => only({ table: 'sqlite_schema', rows: [{ a: 1 }] }), /sqlite_schema/],
    ['a column nobody knows', () => only({ table: 'settings', rows: [{ colour: 'red' }] }), /colour/],
    ['a row that names a missing one', () => only({ table: 'team_members', rows: [orphan] }), /foreign key/i],
  ];
  test.each(broken)('from %s changes nothing', async (_, dump, sentence) => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const before = await gather(dumpTables(database));
    await expect(restoreTables(database, dump())).rejects.toThrow(sentence);
    expect(await gather(dumpTables(database))).toEqual(before);
  });

  test('is put back alone: a change from outside waits until it is there', async () => {
    const { database } = await openMigrated(openEmpty);
    const writeFresh = () =>
      database.insertInto('settings').values({ name: 'fresh', value: 'outside' }).execute();
    let outside: Promise<unknown> | undefined;
    async function* slowly(): AsyncGenerator<DumpedRows> {
      outside = writeFresh().catch((error) => error);
      await new Promise((resolve) => setTimeout(resolve, 50));
      yield { table: 'settings', rows: [{ name: 'fresh', value: 'copy' }] };
    }
    await restoreTables(database, slowly());
    expect(String(await outside)).toMatch(/unique/i);
    expect(await gather(dumpTables(database))).toEqual([
      { table: 'settings', rows: [{ name: 'fresh', value: 'copy' }] },
    ]);
  });
});

describe('An unknown table', () => {
  test('has an error of its own', async () => {
    const { database, remove } = await openSqliteForTest();
    const dump = only({ table: 'later', rows: [{ id: '1' }] });
    await expect(restoreTables(database, dump)).rejects.toBeInstanceOf(UnknownTable);
    await remove();
  });
});

const orphan = { team_id: 'none', user_id: 'none', role: 'viewer' };

async function* only(part: { table: string; rows: DumpedRows['rows'] }): AsyncGenerator<DumpedRows> {
  yield part as DumpedRows;
}

async function* brokenOff(): AsyncGenerator<DumpedRows> {
  yield { table: 'settings', rows: [{ name: 'new', value: '' }] };
  throw new Error('source is gone');
}
