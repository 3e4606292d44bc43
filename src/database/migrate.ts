import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isPostgres } from './column-kinds.ts';
import { withoutLimit } from './postgres-pool.ts';
import { firstSchema, neededBy, numberOf, type SchemaChanges, schemaChanges } from './schema-changes.ts';
import { type SchemaStanding, standingOf } from './schema-standing.ts';
import { tableNames } from './table-list.ts';
import type { Tables } from './tables.ts';

const newestOf = (changes: SchemaChanges): string => Object.keys(changes).sort().at(-1) ?? 'none';

/** Name of the newest schema this program knows. */
export const schemaVersion: string = newestOf(schemaChanges);

/** What is known of processes that work with the database: names for people, and the newest change each knows. */
export type LivingSchemas = (
  database: Kysely<Tables>,
) => Promise<readonly { readonly name: string; readonly schema: string }[]>;

/** The database is another program's; the message is one plain sentence. */
export class ForeignTables extends Error {
  override readonly name = 'ForeignTables';
  constructor(names: readonly string[]) {
    super(
      `The database holds tables of another program (${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''}). Give this one a database, or a schema in the search path of its user, of its own; nothing was changed.`,
    );
  }
}

export interface MigrateOptions {
  /** Who else works with the database; nobody where a lock keeps others out. */
  readonly living?: LivingSchemas;
  /** Instead of those of this program. */
  readonly changes?: SchemaChanges;
  /** How long a change may wait for a table that others use; all that come later wait behind it. */
  readonly tableWaitMs?: number;
  readonly tries?: number;
}

const nobody: LivingSchemas = async () => [];
const usualTableWaitMs = 5_000;
const usualTries = 20;
const pauseMs = 1_000;

export class SchemaTooNew extends Error {
  constructor(name: string) {
    super(
      'The database was taken further by a newer version of this program, and this one lacks what it needs ' +
        `("${name}" took it away). Start that version or a later one; nothing was changed.`,
    );
    this.name = 'SchemaTooNew';
  }
}

/** A table that has to be changed is in use all the time; the message is one plain sentence. */
export class TablesInUse extends Error {
  override readonly name = 'TablesInUse';
  constructor(cause: unknown) {
    super(
      'The schema could not be changed, since long queries or a backup hold its tables. Nothing was changed; start again when they are through.',
      { cause },
    );
  }
}

/**
 * Makes the changes of the schema that this program knows and the database lacks, whole or not at all: those that
 * expand it at once, those that contract it unless a process lives that needs what they take away. What a newer
 * program has added stays. Several may call it at the same time, in one process or in many: one does the work, the
 * others wait.
 * @throws SchemaTooNew, TablesInUse, ForeignTables
 */
export async function migrate(
  database: Kysely<Tables>,
  options: MigrateOptions = {},
): Promise<SchemaStanding> {
  if (!isPostgres(database))
    return database.transaction().execute((transaction) => migrateAlone(transaction, options));
  return untilTablesAreFree(options.tries ?? usualTries, () =>
    database.transaction().execute(async (transaction) => {
      await waitForOthers(transaction);
      await sql`select set_config('lock_timeout', ${String(options.tableWaitMs ?? usualTableWaitMs)}, true)`.execute(
        transaction,
      );
      return migrateAlone(transaction, options);
    }),
  );
}

async function migrateAlone(
  database: Kysely<Tables>,
  { changes = schemaChanges, living = nobody }: MigrateOptions,
): Promise<SchemaStanding> {
  const standing = await schemaStanding(database, { changes, living });
  await refuseForeign(database, standing);
  if (standing.tooNew !== undefined) throw new SchemaTooNew(standing.tooNew);
  if (standing.pending.length > 0) await make(database, { changes, standing });
  return { ...standing, applied: [...standing.applied, ...standing.pending].sort(), pending: [] };
}

/** What another program keeps under names of ours is neither read nor changed. */
async function refuseForeign(database: Kysely<Tables>, { applied, unknown }: SchemaStanding): Promise<void> {
  if (applied.length > unknown.length) return;
  const own = new Set<string>(tableNames);
  const tables = await tablesThere(database);
  // The migrator takes a table of its name in whichever schema for its own.
  const taken = tables.filter(({ name, isHere }) => name === migrationTable || (isHere && own.has(name)));
  if (taken.length > 0) throw new ForeignTables(taken.map(({ name }) => name));
}

/** All that the user of the database sees; `isHere` are those among which this program makes its own. */
async function tablesThere(database: Kysely<Tables>): Promise<{ name: string; isHere: boolean }[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  const here = isPostgres(database)
    ? (await sql<{ name: string }>`select current_schema() as name`.execute(database)).rows[0]?.name
    : undefined;
  return tables.map(({ name, schema }) => ({ name, isHere: schema === here }));
}

async function make(
  database: Kysely<Tables>,
  { changes, standing }: { readonly changes: SchemaChanges; readonly standing: SchemaStanding },
): Promise<void> {
  const waiting = new Set(standing.waiting.map(({ change }) => change));
  // What newer programs have made is known to the migrator by its name alone.
  const made = standing.applied.map((name) => [name, { up: async () => undefined }]);
  const own = Object.entries(changes).filter(([name]) => !waiting.has(name));
  const provider = { getMigrations: async () => Object.fromEntries([...made, ...own]) };
  const migrator = new Migrator({ db: database, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** How the database's schema stands to that of this program. */
export async function schemaStanding(
  database: Kysely<Tables>,
  { changes = schemaChanges, living = nobody }: MigrateOptions = {},
): Promise<SchemaStanding> {
  const applied = await appliedMigrations(database);
  // Nobody serves beside others on a schema from before that.
  const servesSeveral = applied.includes(newestOf(firstSchema));
  return standingOf(applied, changes, servesSeveral ? await living(database) : []);
}

/** PostgreSQL: a lock was not to be had in time. */
const lockNotAvailable = '55P03';

async function untilTablesAreFree<T>(tries: number, work: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      if (left <= 0) throw new TablesInUse(error);
      await sleep(pauseMs);
    }
  }
}

/** @throws OtherSchema where this program can't work with the schema as it is */
export async function requireWorkable(database: Kysely<Tables>): Promise<void> {
  const { applied, pending, tooNew } = await schemaStanding(database);
  const lacks = pending.some((name) => neededBy(name) === undefined);
  if (lacks || tooNew !== undefined) throw new OtherSchema(schemaText(applied));
}

/** @throws OtherSchema where the schema is not exactly the one of this program, so that rows fit another of it */
export async function requireSchema(database: Kysely<Tables>): Promise<void> {
  const { applied } = await schemaStanding(database);
  const isOwn =
    applied.length === Object.keys(schemaChanges).length && applied.every((name) => name in schemaChanges);
  if (!isOwn) throw new OtherSchema(schemaText(applied));
}

export class OtherSchema extends Error {
  override readonly name = 'OtherSchema';

  constructor(found: string) {
    super(
      `The database has the schema "${found}", this version of the program "${schemaVersion}". Start a server of this version on it once, or use the version of its server.`,
    );
  }
}

/**
 * The schema that the database has, in words that two have alike where a program copies all rows of one that the
 * other has places for. An older program leaves out tables that it does not know, so what it writes says so.
 */
export const schemaOf = async (database: Kysely<Tables>): Promise<string> =>
  schemaText(await appliedMigrations(database));

function schemaText(applied: readonly string[]): string {
  const [newest = 'none'] = applied.slice(-1);
  const missing = Object.keys(schemaChanges).filter(
    (name) => numberOf(name) < numberOf(newest) && !applied.includes(name),
  );
  const beyond = newest in schemaChanges || newest === 'none' ? [] : [`beyond ${schemaVersion}`];
  return [newest, ...beyond, ...missing.map((name) => `without ${name}`)].join(' ');
}

/** The number under which PostgreSQL keeps the lock of who changes the schema, until the end of their transaction. */
const migrationLock = 0x76697473;

/** However long the others take: a limit for statements is one for answers. */
async function waitForOthers(transaction: Transaction<Tables>): Promise<void> {
  await sql.raw(withoutLimit).execute(transaction);
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
}

/**
 * Keeps this program from a database whose schema it can't work with any more. Whoever contracts the schema looks
 * first who lives; whoever begins to live asks here afterwards: of two at the same moment one sees the other.
 * @throws SchemaTooNew
 */
export async function refuseContracted(database: Kysely<Tables>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock_shared(${migrationLock})`.execute(transaction);
    const { tooNew } = await schemaStanding(transaction);
    if (tooNew !== undefined) throw new SchemaTooNew(tooNew);
  });
}

/** Names of the changes that were made to this database, oldest first; none in an empty one. */
export async function appliedMigrations(database: Kysely<Tables>): Promise<string[]> {
  const tables = await tablesThere(database);
  if (!tables.some(({ name, isHere }) => isHere && name === migrationTable)) return [];
  const untyped = database as unknown as Kysely<{ [migrationTable]: { name: string } }>;
  const rows = await untyped.selectFrom(migrationTable).select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** The migrator's own name for it. */
const migrationTable = 'kysely_migration';
