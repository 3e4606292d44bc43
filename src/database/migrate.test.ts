import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addSchemaChange } from '../testing/added-schema-change.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import {
  createEmptyPostgresDatabase,
  createPostgresDatabase,
  postgresMissing,
} from '../testing/postgres-database.ts';
import { addColumns } from './create-tables.ts';
import {
  appliedMigrations,
  ForeignTables,
  migrate,
  OtherSchema,
  refuseContracted,
  requireSchema,
  requireWorkable,
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
    // As many changes, and not the same ones.
    await unmake(database, '0019-chores');
    await expect(requireSchema(database)).rejects.toThrow(OtherSchema);
    await unmake(database, '9001-colour');
    await expect(requireSchema(database)).rejects.toThrow(OtherSchema);
  });

  it('is named by its newest change, and by those before it that it lacks', async () => {
    const { database } = await openMigrated(openEmpty);
    await unmake(database, '0019-chores');
    expect(await schemaOf(database)).toBe(`${schemaVersion} without 0019-chores`);
    await unmake(database, schemaVersion);
    expect(await schemaOf(database)).toMatch(/^(?!.*beyond)\S+ without 0019-chores$/);
  });

  it('is worked with beside a newer version, and by who waits to contract it, but not where something is missing or gone', async () => {
    const { database } = await openMigrated(openEmpty);
    onTestFinished(addSchemaChange('9002-after-9001-colour', { up: async () => undefined }));
    await requireWorkable(database);
    await migrate(database, { changes: next });
    await requireWorkable(database);
    await migrate(database, {
      changes: { ...next, '9005-after-9004-colour': { up: async () => undefined } },
    });
    await expect(requireWorkable(database)).rejects.toThrow(OtherSchema);
    const { database: older } = await openMigrated(openEmpty);
    await unmake(older, '0019-chores');
    await expect(requireWorkable(older)).rejects.toThrow(OtherSchema);
  });

  it('that a newer version has expanded gets what this one lacks', async () => {
    const { database } = await openMigrated(openEmpty);
    await migrate(database, { changes: next });
    await migrate(database, { changes: { ...schemaChanges, '9000-shade': add('shade') } });
    expect(await columnsOf(database)).toEqual(['colour', 'shade']);
  });

  it('of an empty database is made without a question for who works with it', async () => {
    const { database } = await openEmpty();
    const unknown = () => Promise.reject(new Error('There is no table of those who do.'));
    await migrate(database, { living: unknown });
    expect(await schemaOf(database)).toBe(schemaVersion);
  });
});

/** As if the change had never been made. */
const unmake = (database: Kysely<Tables>, name: string) =>
  sql`delete from kysely_migration where name = ${name}`.execute(database);

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

  it('is changed by statements that may take longer than an answer', () =>
    withTwo(async (one) => {
      const limits: unknown[] = [];
      const limitOf = async (database: Kysely<never>) => {
        const { rows } = await sql<{ limit: string }>`
          select current_setting('statement_timeout') as limit`.execute(database);
        limits.push(rows[0]?.limit);
      };
      await one.transaction().execute((usual) => limitOf(usual as unknown as Kysely<never>));
      await migrate(one, { changes: { ...schemaChanges, '9001-look': { up: limitOf } } });
      expect(limits).toEqual([expect.not.stringMatching(/^0$/), '0']);
    }));

  it('is waited for by who comes while it is changed, for however long that takes', () =>
    withTwo(async (one, other) => {
      const [looked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = async () => {
        looked.resolve();
        await goesOn.promise;
        return [];
      };
      const changing = migrate(one, { changes: next, living: slow });
      await looked.promise;
      let failure: unknown;
      const waiting = migrate(other, { changes: next, tableWaitMs: 1, tries: 1 }).catch((error) => {
        failure = error;
      });
      const waits = async () =>
        (
          await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(one)
        ).rows.length;
      // Many times as long as it would wait for a table.
      for (let looks = 0; failure === undefined && looks < 20; looks += await waits());
      goesOn.resolve();
      await Promise.all([changing, waiting]);
      expect(failure).toBeUndefined();
    }));

  it('lies beside tables of its names elsewhere, but not beside another record of changes', async () => {
    const { url, drop } = await createEmptyPostgresDatabase();
    const { database, close } = await openDatabase({ url, folder: '' });
    onTestFinished(() => close().then(drop));
    await sql`create schema others`.execute(database);
    await sql`create table others.kysely_migration (name text)`.execute(database);
    await expect(migrate(database)).rejects.toThrow(ForeignTables);
    await sql`alter table others.kysely_migration rename to users`.execute(database);
    await expect(migrate(database)).resolves.toMatchObject({ pending: [] });
  });

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
