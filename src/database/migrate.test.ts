import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { addColumns } from './create-tables.ts';
import {
  appliedMigrations,
  ForeignTables,
  migrate,
  OtherSchema,
  refuseContracted,
  requireSchema,
  SchemaTooNew,
  schemaOf,
  schemaVersion,
  TablesInUse,
} from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { type SchemaChanges, schemaChanges } from './schema-changes.ts';
import type { Tables } from './tables.ts';

const add = (column: string) => ({
  up: (database: Kysely<never>) => addColumns(database, { files: { [column]: 'text?' } }),
});
/** The next version adds a column, the one after it takes another away and adds a third. */
const next: SchemaChanges = { ...schemaChanges, '9001-colour': add('colour') };
const afterNext: SchemaChanges = {
  ...next,
  '9002-after-9001-colour': {
    up: async (database: Kysely<never>) => database.schema.alterTable('files').dropColumn('colour').execute(),
  },
  '9003-shade': add('shade'),
};
const own = { name: 'host:1', schema: schemaVersion };
const living =
  (...processes: { name: string; schema: string }[]) =>
  async () =>
    processes;

async function columnsOf(database: Kysely<Tables>): Promise<string[]> {
  const tables = await database.introspection.getTables();
  const files = tables.find(({ name }) => name === 'files');
  return (files?.columns ?? []).map(({ name }) => name).filter((name) => /colour|shade/.test(name));
}

onBothEngines('A database of another program', (openEmpty) => {
  it.each([
    ['a table of a name that this program uses', 'users', 'users'],
    ['the table of another program that is made by the same library', 'kysely_migration', 'kysely_migration'],
  ])('with %s is refused with its name, and left as it is', async (_, table, named) => {
    const { database } = await openEmpty();
    await sql`create table ${sql.table(table)} (name text, timestamp text)`.execute(database);
    await sql`insert into ${sql.table(table)} values ('2020-first', '')`.execute(database);
    const refusal = await migrate(database).catch((error) => error);
    expect(refusal).toBeInstanceOf(ForeignTables);
    expect(refusal.message).toContain(`tables of another program (${named})`);
    const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
    expect(tables.map(({ name }) => name)).toEqual([table]);
  });

  it('under names that this program does not use is no hindrance', async () => {
    const { database } = await openEmpty();
    await sql`create table spatial_ref_sys (id text)`.execute(database);
    await expect(migrate(database)).resolves.toMatchObject({ pending: [] });
  });
});

onBothEngines('A schema', (openEmpty) => {
  it('that a newer version has expanded is left as it is, and worked with', async () => {
    const { database } = await openMigrated(openEmpty);
    await migrate(database, { changes: next });
    const before = await appliedMigrations(database);
    const standing = await migrate(database);
    expect(standing).toMatchObject({ pending: [], waiting: [], unknown: ['9001-colour'], tooNew: undefined });
    expect(await appliedMigrations(database)).toEqual(before);
    // What this version copies of it lacks what it does not know, so it is not the schema of the newer one.
    expect(await schemaOf(database)).toBe(`9001-colour beyond ${schemaVersion}`);
  });

  it('that a newer version has contracted is refused by a program that needs what is gone, with a sentence', async () => {
    const { database } = await openMigrated(openEmpty);
    await migrate(database, { changes: afterNext });
    const before = await appliedMigrations(database);
    const refusal = await migrate(database).catch((error) => error);
    expect(refusal).toBeInstanceOf(SchemaTooNew);
    expect(refusal.message).toMatch(/newer version.*"9002-after-9001-colour"/);
    expect(await appliedMigrations(database)).toEqual(before);
    // The version between does without.
    expect((await migrate(database, { changes: next })).tooNew).toBeUndefined();
  });

  it('is contracted once nobody lives who needs what is taken away, and expanded at once', async () => {
    const { database } = await openMigrated(openEmpty);
    const beside = { changes: afterNext, living: living(own, { name: 'host:2', schema: '9001-colour' }) };
    const standing = await migrate(database, beside);
    expect(standing.waiting).toEqual([{ change: '9002-after-9001-colour', for: ['host:1'] }]);
    expect(await columnsOf(database)).toEqual(['colour', 'shade']);
    expect(await migrate(database, beside)).toEqual(standing);
    const later = { changes: afterNext, living: living({ name: 'host:2', schema: '9001-colour' }) };
    expect((await migrate(database, later)).waiting).toEqual([]);
    expect(await columnsOf(database)).toEqual(['shade']);
  });

  it('has the same tables whether it was contracted in order or later', async () => {
    const [inOrder, later] = [await openMigrated(openEmpty), await openMigrated(openEmpty)];
    await migrate(inOrder.database, { changes: afterNext });
    await migrate(later.database, { changes: afterNext, living: living(own) });
    await migrate(later.database, { changes: afterNext });
    expect(await columnsOf(later.database)).toEqual(await columnsOf(inOrder.database));
    expect(await appliedMigrations(later.database)).toEqual(await appliedMigrations(inOrder.database));
  });

  it('of another version is not that of a copy of rows, in words that name it', async () => {
    const { database } = await openMigrated(openEmpty);
    await requireSchema(database);
    await migrate(database, { changes: next });
    const refusal = await requireSchema(database).catch((error) => error);
    expect(refusal).toBeInstanceOf(OtherSchema);
    expect(refusal.message).toContain('"9001-colour beyond ');
  });
});

const missing = postgresMissing();
describe.skipIf(missing)(`A schema on PostgreSQL${missing ? ` (left out: ${missing})` : ''}`, () => {
  /** Two programs with a database of their own. */
  async function withTwo(work: (one: Kysely<Tables>, other: Kysely<Tables>) => Promise<void>): Promise<void> {
    const { url, drop } = await createPostgresDatabase();
    const opened = await Promise.all([1, 2].map(() => openDatabase({ url, folder: '' })));
    try {
      const [one, other] = opened.map(({ database }) => database) as [Kysely<Tables>, Kysely<Tables>];
      await migrate(one);
      await work(one, other);
    } finally {
      for (const { close } of opened) await close();
      await drop();
    }
  }

  it('is asked for by who begins to serve once the change that is under way has ended', () =>
    withTwo(async (one, other) => {
      const looked = Promise.withResolvers<void>();
      const slow = async () => {
        looked.resolve();
        await sleep(300);
        return [];
      };
      const contracting = migrate(one, { changes: afterNext, living: slow });
      await looked.promise;
      const entering = await refuseContracted(other).catch((error) => error);
      expect(entering).toBeInstanceOf(SchemaTooNew);
      await contracting;
    }));

  it('is changed by statements that wait for a table for five seconds at most', () =>
    withTwo(async (one) => {
      const waits: unknown[] = [];
      const look = async (database: Kysely<never>) => {
        const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(database);
        waits.push(rows[0]?.lock_timeout);
      };
      await migrate(one, { changes: { ...schemaChanges, '9001-look': { up: look } } });
      expect(waits).toEqual(['5s']);
    }));

  it('is changed once its tables are free, and waits for none of them long, since others wait behind it', () =>
    withTwo(async (one, other) => {
      const held = await other.startTransaction().execute();
      await sql`select count(*) from files`.execute(held);
      const options = { changes: next, tableWaitMs: 50 };
      const startedAt = performance.now();
      const refusal = await migrate(one, { ...options, tries: 2 }).catch((error) => error);
      expect(refusal).toBeInstanceOf(TablesInUse);
      expect(performance.now() - startedAt).toBeLessThan(30_000);
      const waiting = migrate(one, { ...options, tries: 20 });
      await sleep(200);
      await held.rollback().execute();
      await waiting;
      expect(await appliedMigrations(one)).toContain('9001-colour');
    }));
});
