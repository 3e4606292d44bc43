import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './postgres-global-setup.ts';

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

/** Makes an empty database of its own for one suite. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const name = `vitrine_test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(`create database ${name}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    breakConnections: () =>
      asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    drop: () => asOwner(`drop database if exists ${name} with (force)`),
  };
}

function serverUrl(): string {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(`There is no PostgreSQL: ${postgres.missing}`);
  return postgres.url;
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
