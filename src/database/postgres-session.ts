import type pg from 'pg';

const connectLimitMs = 5_000;

/** A connection beside the pool, for what has to stay on one. */
export async function openSession(
  url: string,
  name: string,
  onBroken: (error: Error) => void,
): Promise<pg.Client> {
  const { default: driver } = await import('pg');
  const client = new driver.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: connectLimitMs,
  });
  client.on('error', onBroken);
  await client.connect();
  return client;
}

/**
 * Whether the address leads to a pooler, which lends its connections from one transaction to the next: what belongs
 * to a session is lost then. It shows by the number of the process: a pooler tells clients one of its own.
 */
export async function isBehindPooler(url: string): Promise<boolean> {
  const client = await openSession(url, 'vitrine', () => undefined);
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return rows[0].pid !== (client as unknown as { processID: number }).processID;
  } finally {
    await client.end();
  }
}
