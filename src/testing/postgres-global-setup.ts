import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { postgresFolder, startPostgres, type TestPostgres } from './postgres.ts';
import { runOnPostgres } from './postgres-statement.ts';

/**
 * What the tests get: the address of a server, or why there is none. One that we start has databases to copy, which
 * takes a fifth of the time of making one, and of its tables a tenth.
 */
export type ProvidedPostgres = { url: string; copied?: CopiedDatabases } | { missing: string };

/** Names of databases: one without tables, and one with all tables and nothing in them. */
export interface CopiedDatabases {
  readonly empty: string;
  readonly migrated: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: ProvidedPostgres;
  }
}

let started: TestPostgres | undefined;

/** One PostgreSQL for the whole run: the one named in VITRINE_TEST_POSTGRES, or one we start. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('postgres', await findPostgres());
}

export async function teardown(): Promise<void> {
  await started?.stop();
}

async function findPostgres(): Promise<ProvidedPostgres> {
  const given = process.env.VITRINE_TEST_POSTGRES;
  if (given) return { url: given };
  const folder = postgresFolder();
  if (!folder) {
    const platform = `${process.platform}-${process.arch}`;
    return { missing: `no PostgreSQL for ${platform}, and VITRINE_TEST_POSTGRES names none` };
  }
  started = await startPostgres(folder);
  return { url: started.url, copied: await databasesToCopy(started.url) };
}

async function databasesToCopy(url: string): Promise<CopiedDatabases> {
  const copied = { empty: 'template0', migrated: 'vitrine_migrated' };
  await runOnPostgres(url, `create database ${copied.migrated}`);
  const { database, close } = await openDatabase({
    url: new URL(copied.migrated, url).href,
    folder: tmpdir(),
  });
  await migrate(database);
  await close();
  return copied;
}
