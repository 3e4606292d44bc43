import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { behindOthers } from '../processes/behind-others.ts';
import { turnsWhile } from '../testing/event-loop-turns.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase, sqliteFileName } from './open-database.ts';
import { inStatements } from './statement-batches.ts';
import type { Tables } from './tables.ts';

let folder: string;
let opened: OpenDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-share-'));
  opened = await openDatabase({ folder });
  await migrate(opened.database);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const names = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `n${at}`, value: 'was' }));

async function write(rows: readonly Tables['settings'][]): Promise<void> {
  await opened.database.transaction().execute(async (transaction) => {
    for (const some of inStatements(rows)) await transaction.insertInto('settings').values(some).execute();
  });
}

describe('a long row of statements yields in between', () => {
  const writeOften = async (database: Kysely<Tables>): Promise<void> => {
    for (let times = 0; times < 10_000; times += 1)
      await database.updateTable('settings').set({ value: '' }).where('name', '=', 'x').execute();
  };

  test('outside of a transaction', async () => {
    expect(await turnsWhile(() => writeOften(opened.database))).toBeGreaterThan(5);
  });

  test('inside of one', async () => {
    const inOne = () => opened.database.transaction().execute(writeOften);
    expect(await turnsWhile(inOne)).toBeGreaterThan(5);
  });

  test('more often where nobody waits for it', async () => {
    const usual = await turnsWhile(() => writeOften(opened.database));
    const behind = await turnsWhile(() => behindOthers(() => writeOften(opened.database)));
    expect(behind).toBeGreaterThan(1.5 * usual);
  });
});

test('a query answers all its rows, whether few or many are found, again and again', async () => {
  await write(names(300));
  const found = async (most: number) =>
    (
      await opened.database
        .selectFrom('settings')
        .select('name')
        .orderBy('name')
        .where('name', '>=', 'n')
        .execute()
    ).length === 300 &&
    (
      await opened.database
        .selectFrom('settings')
        .select('name')
        .where(
          'name',
          'in',
          names(most).map((row) => row.name),
        )
        .execute()
    ).length === most;
  for (const most of [1, 255, 256, 257, 258, 300, 256, 257, ...Array.from({ length: 12 }, () => 300), 256])
    expect(await found(most)).toBe(true);
});

test('a query of many rows after one of few, by the same text, is whole', async () => {
  await write(names(400));
  const below = (name: string) =>
    opened.database.selectFrom('settings').select('name').where('name', '<', name);
  const counts: number[] = [];
  for (const name of ['n1', 'o', 'n1', ...Array.from({ length: 10 }, () => 'o'), 'n1'])
    counts.push((await below(name).where('name', '>=', 'n').execute()).length);
  expect(counts).toEqual([1, 400, 1, ...Array.from({ length: 10 }, () => 400), 1]);
});

describe('a query of very many rows', () => {
  beforeEach(() => write(names(100_000)));
  const all = () => opened.database.selectFrom('settings').selectAll();

  test('yields in between', async () => {
    expect(await turnsWhile(() => all().execute())).toBeGreaterThan(5);
    const inOne = () =>
      opened.database.transaction().execute((one) => one.selectFrom('settings').selectAll().execute());
    expect(await turnsWhile(inOne)).toBeGreaterThan(5);
  });

  test('shows one moment, while others write and read what they wrote', async () => {
    const reading = all().execute();
    const written = (async () => {
      await opened.database.updateTable('settings').set({ value: 'is' }).execute();
      return all().where('name', '=', 'n1').execute();
    })();
    const values = new Set((await reading).map(({ value }) => value));
    expect([...values]).toEqual(['was']);
    expect(await written).toEqual([{ name: 'n1', value: 'is' }]);
  });

  test('runs beside itself', async () => {
    const counts = await Promise.all([all().execute(), all().execute(), all().execute()]);
    expect(counts.map(({ length }) => length)).toEqual([100_000, 100_000, 100_000]);
  });

  test('runs beside itself inside of a transaction', async () => {
    const found = opened.database.transaction().execute((transaction) => {
      const all = () => transaction.selectFrom('settings').select('name').execute();
      return Promise.all([all(), all()]);
    });
    expect((await found).map(({ length }) => length)).toEqual([100_000, 100_000]);
  });
});

describe('a transaction that wrote very much', () => {
  const large = Array.from({ length: 20_000 }, (_, at) => ({ name: `n${at}`, value: `${at} `.repeat(700) }));

  const bytesOf = (name: string): number => statSync(join(folder, name)).size;
  const largeBytes = 40 * 1024 * 1024;

  test('is committed without moving it into the file, which a thread does later', async () => {
    await write(large);
    expect(bytesOf(sqliteFileName)).toBeLessThan(largeBytes);
    await expect.poll(() => bytesOf(sqliteFileName)).toBeGreaterThan(largeBytes);
  });

  test('is there whole after the next start', async () => {
    await write(large);
    await opened.close();
    opened = await openDatabase({ folder });
    expect(await opened.database.selectFrom('settings').selectAll().execute()).toHaveLength(large.length);
  });

  test('leaves a log that is moved into the file and begins anew', async () => {
    const logBytes = () => bytesOf(`${sqliteFileName}-wal`);
    await write(large);
    const growthBy = async (name: string): Promise<number> => {
      const before = logBytes();
      await opened.database.insertInto('settings').values({ name, value: '' }).execute();
      return logBytes() - before;
    };
    let count = 0;
    await expect.poll(() => growthBy(`later ${count++}`)).toBe(0);
  });
});

describe('many small changes', () => {
  const logBytes = (): number => statSync(join(folder, `${sqliteFileName}-wal`)).size;
  const logLimit = 48 * 1024 * 1024;

  test('by writers without a rest leave a log that does not grow for ever', async () => {
    const value = 'x'.repeat(20_000);
    const writer = async (name: string): Promise<void> => {
      for (let round = 0; round < 1_250; round++)
        await opened.database
          .insertInto('settings')
          .values({ name: `${name} ${round}`, value })
          .execute();
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(writer));
    expect(bytesOfValues(5_000, value)).toBeGreaterThan(1.9 * logLimit);
    expect(logBytes()).toBeLessThan(logLimit);
  });

  test('become part of the file while the server goes on', async () => {
    const value = 'x'.repeat(20_000);
    for (let round = 0; round < 1_500; round++)
      await opened.database
        .insertInto('settings')
        .values({ name: `n${round}`, value })
        .execute();
    const isMoved = () => statSync(join(folder, sqliteFileName)).size > bytesOfValues(700, value);
    await expect.poll(isMoved).toBe(true);
  });
});

const bytesOfValues = (count: number, value: string): number => count * value.length;
