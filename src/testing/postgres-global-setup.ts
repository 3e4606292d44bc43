import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { postgresFolder, startPostgres } from './postgres.ts';
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

/**
 * One PostgreSQL for a project's whole run: the one named in VITRINE_TEST_POSTGRES, or one we start. Answers what
 * ends it; projects share this module, so nothing of it may be remembered here.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.VITRINE_TEST_POSTGRES;
  const folder = given ? undefined : postgresFolder();
  if (folder === undefined) {
    project.provide('postgres', given ? { url: given } : missing);
    return undefined;
  }
  const started = await startPostgres(folder);
  project.provide('postgres', { url: started.url, copied: await databasesToCopy(started.url) });
  return started.stop;
}

const missing = {
  missing: `no PostgreSQL for ${process.platform}-${process.arch}, and VITRINE_TEST_POSTGRES names none`,
};

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
