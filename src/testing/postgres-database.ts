import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type {} from './postgres-global-setup.ts';
import { runOnPostgres } from './postgres-statement.ts';

/** Why the tests on PostgreSQL are left out; undefined where they run. */
export function postgresMissing(): string | undefined {
  const postgres = inject('postgres');
  return 'missing' in postgres ? postgres.missing : undefined;
}

export interface PostgresDatabase {
  url: string;
  /** Ends every connection to it. */
  breakConnections(): Promise<void>;
  drop(): Promise<void>;
}

/** Makes a database of its own for one suite: with its tables where the run has them to copy, else empty. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  return createFrom(postgresOfRun().copied?.migrated);
}

/** Makes an empty database of its own for one suite. */
export async function createEmptyPostgresDatabase(): Promise<PostgresDatabase> {
  return createFrom(postgresOfRun().copied?.empty);
}

async function createFrom(copied: string | undefined): Promise<PostgresDatabase> {
  const name = `vitrine_test_${randomUUID().replaceAll('-', '')}`;
  const { url } = postgresOfRun();
  const copy = copied === undefined ? '' : ` template ${copied} strategy file_copy`;
  await runOnPostgres(url, `create database ${name}${copy}`);
  return {
    url: new URL(name, url).href,
    breakConnections: () =>
      runOnPostgres(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    drop: () => runOnPostgres(url, `drop database if exists ${name} with (force)`),
  };
}

function postgresOfRun() {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(`There is no PostgreSQL: ${postgres.missing}`);
  return postgres;
}
