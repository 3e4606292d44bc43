import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { DatabaseAway, type PoolOptions, postgresDialect, postgresPool } from './postgres-pool.ts';
import { makePrivate } from './private-file.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export interface OpenDatabase {
  readonly database: Kysely<Tables>;
  readonly engine: 'sqlite' | 'postgres';
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`; without it the database is a file in the folder. */
  url?: string | undefined;
  /** The data folder; made where it is missing. */
  folder: string;
  /** Of PostgreSQL. */
  pool?: Omit<PoolOptions, 'url'>;
}

export class DatabaseUnusable extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseUnusable';
  }
}

/**
 * Opens the database and asks it one question, so that a wrong address or folder shows at the start.
 * @throws DatabaseUnusable
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const engine = options.url ? 'postgres' : 'sqlite';
  try {
    const database = options.url ? await openPostgres(options.url, options.pool) : openSqlite(options.folder);
    await databaseAnswers(database).catch(async (error) => {
      await database.destroy().catch(() => undefined);
      throw error;
    });
    return { database, engine, close: () => database.destroy() };
  } catch (error) {
    if (options.url) throw unusablePostgres(options.url, error);
    throw new DatabaseUnusable(`The folder ${options.folder} cannot be used`, error);
  }
}

/** Why PostgreSQL cannot be used, in one sentence that says which and holds no password. */
export const unusablePostgres = (url: string, error: unknown): DatabaseUnusable =>
  new DatabaseUnusable(
    `PostgreSQL at ${addressOf(url)} cannot be used`,
    error instanceof DatabaseAway ? error.cause : error,
  );

/** Asks the database one question. @throws whatever the driver says where it doesn't answer */
export async function databaseAnswers(database: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(database);
}

/** Name of the embedded database inside the data folder. */
export const sqliteFileName = 'vitrine.sqlite';

function openSqlite(folder: string): Kysely<Tables> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  makePrivate(join(folder, sqliteFileName));
  return new Kysely<Tables>({ dialect: sqliteDialect(join(folder, sqliteFileName)) });
}

async function openPostgres(url: string, pool: DatabaseOptions['pool']): Promise<Kysely<Tables>> {
  const { default: driver } = await import('pg');
  const options = { onConnectionLost: (error: Error) => process.emitWarning(error), ...pool };
  const connections = postgresPool(driver, { url, ...options });
  return new Kysely<Tables>({ dialect: postgresDialect(connections) });
}

/** Host, port and name, without user and password. */
function addressOf(url: string): string {
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return `${host}${pathname}` || 'the given address';
}

/** Node gives a refused connection to several addresses no message of its own, only a code. */
function reasonOf(cause: unknown): string {
  const { message, code } = cause as { message?: string; code?: string };
  return message || code || String(cause);
}
