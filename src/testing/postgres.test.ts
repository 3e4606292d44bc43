import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { postgresFolder } from './postgres.ts';
import { runScript } from './postgres-script.ts';

const folder = postgresFolder();

/** Starts a server from a process of its own, so that the process can be killed. */
async function startElsewhere() {
  const script = runScript(`
    import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
    const { url } = await startPostgres(${JSON.stringify(folder)});
    console.log('started ' + url + ' ok');
    setInterval(() => {}, 1000);
  `);
  await script.said(' ok\n');
  return { script, url: /started (\S+) ok/.exec(script.output())?.[1] as string };
}

async function firstValue(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
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

  test('sorts text otherwise than byte by byte, as most installations do', async () => {
    const { script, url } = await startElsewhere();
    expect(await firstValue(url, `select 'a' < 'B'`)).toBe(true);
    await script.kill();
  });
});
