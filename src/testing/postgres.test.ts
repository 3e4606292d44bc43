import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { postgresFolder } from './postgres.ts';
import { runScript } from './postgres-script.ts';

const folder = postgresFolder();

/** Starts a server from a process of its own, so that the process can be killed. */
async function startElsewhere(env: Record<string, string> = {}) {
  const script = runScript(
    `
    import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
    const { url } = await startPostgres(${JSON.stringify(folder)});
    console.log('started ' + url + ' ok');
    setInterval(() => {}, 1000);
  `,
    env,
  );
  await script.said(' ok\n');
  return { script, url: /started (\S+) ok/.exec(script.output())?.[1] as string };
}

async function firstValue(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  // A server that ends tells so between two answers as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return Object.values((await client.query(statement)).rows[0])[0];
  } finally {
    await client.end();
  }
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) await sleep(20);
}

describe.skipIf(!folder)('A PostgreSQL for tests', () => {
  test('ends, and its files are removed, when the process that started it is killed', async () => {
    const { script, url } = await startElsewhere();
    const data = (await firstValue(url, 'show data_directory')) as string;
    await script.kill();
    const answers = () => firstValue(url, 'select 1').then(Boolean, () => false);
    await until(async () => !(await answers()));
    await until(() => !existsSync(data.replace(/\/data$/, '')));
    expect(existsSync(data)).toBe(false);
  });

  test('starts, and leaves nothing behind, where the temporary folder is closed to all others', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'vitrine-closed-'));
    const { script, url } = await startElsewhere({ TMPDIR: closed });
    const data = (await firstValue(url, 'show data_directory')) as string;
    await script.kill();
    await until(() => !existsSync(dirname(data)));
    expect(readdirSync(closed)).toEqual([]);
    rmdirSync(closed);
  });

  test('sorts text otherwise than byte by byte, as most installations do', async () => {
    const { script, url } = await startElsewhere();
    expect(await firstValue(url, `select 'a' < 'B'`)).toBe(true);
    await script.kill();
  });
});
