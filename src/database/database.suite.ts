import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileKeyOf, teamIdOf, userIdOf, versionIdOf } from '../contract/branded-ids.ts';
import type { OpenEmpty } from '../testing/postgres-and-sqlite.ts';
import { insertExampleRows } from '../testing/postgres-example-rows.ts';
import { appliedMigrations, migrate, schemaVersion } from './migrate.ts';
import { tableNames } from './table-list.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transaction.ts';

/** What every engine does alike. */
export function databaseSuite(openEmpty: OpenEmpty): void {
  describe('migrations', () => migrationTests(openEmpty));
  describe('transactions', () => transactionTests(openEmpty));
  describe('values', () => valueTests(openEmpty));
  describe('references', () => referenceTests(openEmpty));
}

function migrationTests(openEmpty: OpenEmpty): void {
  test('make every table of the list and no other', async () => {
    const { database } = await openEmpty();
    await migrate(database);
    const made = (await database.introspection.getTables()).map(({ name }) => name);
    // SQLite keeps words in a table that searches, and in tables of that.
    const ours = made.filter((name) => !name.startsWith('search_words'));
    expect(ours.sort()).toEqual([...tableNames].sort());
  });

  test('run a second time change nothing', async () => {
    const { database } = await openEmpty();
    await migrate(database);
    await insertExampleRows(database);
    await migrate(database);
    expect(await database.selectFrom('settings').select('name').execute()).toHaveLength(3);
    expect(await appliedMigrations(database)).toContain(schemaVersion);
  });

  test('started four times at once are made once, and all four succeed', async () => {
    const { database } = await openEmpty();
    await Promise.all([migrate(database), migrate(database), migrate(database), migrate(database)]);
    const applied = await appliedMigrations(database);
    expect(applied).toEqual([...new Set(applied)]);
    expect(applied.at(-1)).toBe(schemaVersion);
  });
}

const setting = async (database: Kysely<Tables>, name: string): Promise<string | undefined> =>
  (await database.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;

const writeSetting = (database: Kysely<Tables>, name: string, value: string) =>
  database
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

function transactionTests(openEmpty: OpenEmpty): void {
  let database: Kysely<Tables>;
  beforeAll(async () => {
    ({ database } = await openEmpty());
    await migrate(database);
  });

  test('a query from outside sees nothing of a transaction until it is done', async () => {
    await writeSetting(database, 'seen', 'before');
    await inTransaction(database, async (transaction) => {
      await writeSetting(transaction, 'seen', 'after');
      expect(await setting(transaction, 'seen')).toBe('after');
      expect(await setting(database, 'seen')).toBe('before');
    });
    expect(await setting(database, 'seen')).toBe('after');
  });

  test('a write from outside is not undone with somebody else’s transaction', async () => {
    const begun = Promise.withResolvers<void>();
    const outside = begun.promise.then(() => writeSetting(database, 'outside', 'kept'));
    const failed = inTransaction(database, async (transaction) => {
      await writeSetting(transaction, 'inside', 'lost');
      begun.resolve();
      await new Promise((resolve) => setTimeout(resolve, 30));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await outside;
    expect(await setting(database, 'inside')).toBeUndefined();
    expect(await setting(database, 'outside')).toBe('kept');
  });

  test('a failed statement undoes the whole transaction, and the next one works', async () => {
    const failed = inTransaction(database, async (transaction) => {
      await writeSetting(transaction, 'half', 'done');
      await transaction.insertInto('settings').values({ name: 'half', value: 'twice' }).execute();
    });
    await expect(failed).rejects.toThrow();
    expect(await setting(database, 'half')).toBeUndefined();
    await inTransaction(database, (transaction) => writeSetting(transaction, 'half', 'whole'));
    expect(await setting(database, 'half')).toBe('whole');
  });

  test('forty that read and then write one row at once lose no update', async () => {
    await writeSetting(database, 'count', '0');
    const addOne = () =>
      inTransaction(database, async (transaction) => {
        const before = Number(await setting(transaction, 'count'));
        await new Promise((resolve) => setImmediate(resolve));
        await writeSetting(transaction, 'count', String(before + 1));
      });
    const rounds = Array.from({ length: 8 }, async () => {
      for (let turn = 0; turn < 5; turn += 1) await addOne();
    });
    await Promise.all(rounds);
    expect(await setting(database, 'count')).toBe('40');
  });

  test('two that each check what the other writes do not both pass', async () => {
    await database.deleteFrom('settings').where('name', 'in', ['duty-a', 'duty-b']).execute();
    const takeDuty = (name: string) =>
      inTransaction(database, async (transaction) => {
        const taken = await transaction
          .selectFrom('settings')
          .select('name')
          .where('name', 'like', 'duty-%')
          .execute();
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (taken.length === 0) await writeSetting(transaction, name, 'mine');
        return taken.length === 0;
      });
    const took = await Promise.all([takeDuty('duty-a'), takeDuty('duty-b')]);
    expect(took.filter(Boolean)).toHaveLength(1);
  });

  test('a long one is made beside short ones that never end, each of which reads what the other writes', async () => {
    const names = ['short-a', 'short-b', 'long'];
    for (const name of names) await writeSetting(database, name, 'at first');
    let isDone = false;
    const short = async (name: string) => {
      while (!isDone)
        await inTransaction(database, async (transaction) => {
          await setting(transaction, 'long');
          await writeSetting(transaction, name, 'again');
        });
    };
    const long = inTransaction(database, async (transaction) => {
      for (const name of names) await setting(transaction, name);
      await new Promise((resolve) => setTimeout(resolve, 40));
      await writeSetting(transaction, 'long', 'made');
    }).finally(() => {
      isDone = true;
    });
    await Promise.all([long, short('short-a'), short('short-b')]);
    expect(await setting(database, 'long')).toBe('made');
  });

  test('one inside another joins it, and is undone with it', async () => {
    const failed = inTransaction(database, async (outer) => {
      await inTransaction(outer, (inner) => writeSetting(inner, 'joined', 'yes'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await setting(database, 'joined')).toBeUndefined();
  });

  const startReading = () =>
    database.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();

  test('a transaction that only reads keeps the moment of its first query while others write', async () => {
    await writeSetting(database, 'moment', 'first');
    const reading = await startReading();
    expect(await setting(reading, 'moment')).toBe('first');
    await writeSetting(database, 'moment', 'second');
    expect(await setting(reading, 'moment')).toBe('first');
    expect(await setting(database, 'moment')).toBe('second');
    await reading.rollback().execute();
  });

  test('a transaction that only reads refuses to write', async () => {
    const reading = await startReading();
    await expect(writeSetting(reading, 'refused', 'written')).rejects.toThrow(/read.?only/i);
    await reading.rollback().execute();
    expect(await setting(database, 'refused')).toBeUndefined();
  });
}

function valueTests(openEmpty: OpenEmpty): void {
  let database: Kysely<Tables>;
  beforeAll(async () => {
    ({ database } = await openEmpty());
    await migrate(database);
    await insertExampleRows(database);
  });

  test('an id above 2^53 stays the text it is', async () => {
    const user = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
    expect(user.id).toBe('9007199254740993');
  });

  test('whole numbers of 64 bits, counts and sums are numbers', async () => {
    const token = await database.selectFrom('tokens').select('last_used_at').executeTakeFirstOrThrow();
    expect(token.last_used_at).toBe(Number.MAX_SAFE_INTEGER);
    const fills = await database
      .selectFrom('image_fills')
      .select((build) => [build.fn.countAll().as('count'), build.fn.sum('size_bytes').as('sum')])
      .executeTakeFirstOrThrow();
    expect(fills).toEqual({ count: 1, sum: 5_000_000_000 });
  });

  test('a number that would lose digits is refused, not rounded', async () => {
    const reading = sql`select cast('9007199254740993' as bigint) as value`.execute(database);
    await expect(reading).rejects.toThrow(/too large/);
  });

  test('text is ordered by its bytes', async () => {
    const rows = await database.selectFrom('settings').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual(['Zebra', 'apple', 'Äpfel']);
  });

  test('a text where a number belongs is refused', async () => {
    const wrong = database
      .updateTable('teams')
      .set({ created_at: 'soon' as never })
      .execute();
    await expect(wrong).rejects.toThrow();
  });

  test('a changed row is counted, and returned where asked for', async () => {
    const result = await database.updateTable('settings').set({ value: 'new' }).executeTakeFirstOrThrow();
    expect(result.numUpdatedRows).toBe(3n);
    const returned = await database
      .deleteFrom('settings')
      .where('name', '=', 'apple')
      .returning('value')
      .execute();
    expect(returned).toEqual([{ value: 'new' }]);
  });
}

function referenceTests(openEmpty: OpenEmpty): void {
  let database: Kysely<Tables>;
  beforeAll(async () => {
    ({ database } = await openEmpty());
    await migrate(database);
    await insertExampleRows(database);
  });

  const count = async (table: keyof Tables): Promise<number> =>
    (await database.selectFrom(table).selectAll().execute()).length;

  test('a row that names a missing one is refused', async () => {
    const wrong = database
      .insertInto('team_members')
      .values({ team_id: teamIdOf('none'), user_id: userIdOf('none'), role: 'viewer' });
    await expect(wrong.execute()).rejects.toThrow(/foreign key/i);
  });

  test('someone who owns files cannot be deleted', async () => {
    await expect(database.deleteFrom('users').execute()).rejects.toThrow(/foreign key/i);
    expect(await count('users')).toBe(1);
  });

  test('two versions of a file cannot have the same place in its history', async () => {
    const version = await database.selectFrom('versions').selectAll().executeTakeFirstOrThrow();
    const wrong = database.insertInto('versions').values({ ...version, id: versionIdOf('2') });
    await expect(wrong.execute()).rejects.toThrow(/unique/i);
  });

  test('what belongs to a file goes with it: branches, versions, fills, sites', async () => {
    await database.deleteFrom('files').where('key', '=', fileKeyOf('main')).execute();
    for (const table of ['files', 'versions', 'image_fills', 'sites'] as const)
      expect(await count(table)).toBe(0);
  });

  test('what belongs to a team goes with it', async () => {
    await database.deleteFrom('teams').execute();
    for (const table of ['team_members', 'projects', 'project_members'] as const) {
      expect(await count(table)).toBe(0);
    }
  });
}
