import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database of its own at a PostgreSQL server, for one installation: empty, or a copy of the one that is named. */
export async function createDatabase(
  serverUrl: string,
  copied?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `vitrine_conformance_${randomUUID().replaceAll('-', '')}`;
  const copy = copied === undefined ? '' : ` template ${copied} strategy file_copy`;
  await runStatement(serverUrl, `create database ${name}${copy}`);
  return {
    url: new URL(name, serverUrl).href,
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
