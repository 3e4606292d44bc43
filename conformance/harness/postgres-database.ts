import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** An empty database of its own at a PostgreSQL server, for one installation. */
export async function createDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `vitrine_conformance_${randomUUID().replaceAll('-', '')}`;
  await runStatement(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runStatement(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function runStatement(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
