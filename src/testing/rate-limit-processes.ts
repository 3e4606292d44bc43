import { tmpdir } from 'node:os';
import type { Budget } from '../access/rate-limits/limits.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { runScript } from './postgres-script.ts';

/** Processes, and calls of each; there is room for ten of all together. */
export const crowd = { processes: 4, callsEach: 300, most: 10 } as const;

/**
 * How many calls the limits of a minute and of a month admit that several processes count at the same moment, on an
 * empty PostgreSQL database.
 */
export async function admittedByProcesses(url: string): Promise<Record<Budget['period'], number>> {
  const { database, close } = await openDatabase({ url, folder: tmpdir() });
  await migrate(database);
  await close();
  const scripts = Array.from({ length: crowd.processes }, () => runScript(countingScript(url)));
  try {
    await Promise.all(scripts.map((script) => script.said(';')));
    const said = (pattern: RegExp): number =>
      scripts.reduce((sum, script) => sum + Number(pattern.exec(script.output())?.[1]), 0);
    return { minute: said(/minute (\d+),/), month: said(/month (\d+);/) };
  } finally {
    await Promise.all(scripts.map((script) => script.kill()));
  }
}

/** Waits for the other processes, counts its calls, thirty at a time, and says how many there was room for. */
function countingScript(url: string): string {
  const address = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  return `
    import { openDatabase } from ${address('../database/open-database.ts')};
    import { rateLimiter } from ${address('../access/rate-limits/rate-limiter.ts')};
    const { database, close } = await openDatabase({
      url: ${JSON.stringify(url)},
      folder: ${JSON.stringify(tmpdir())},
    });
    const limiter = rateLimiter({ database, clock: { now: () => 1_900_000_000_000 }, limits: undefined });
    await database.insertInto('settings').values({ name: String(process.pid), value: '' }).execute();
    const started = () => database.selectFrom('settings').selectAll().execute();
    while ((await started()).length < ${crowd.processes}) await new Promise((resolve) => setTimeout(resolve, 5));
    const admitted = { minute: 0, month: 0 };
    const count = async () => {
      for (let call = 0; call < ${crowd.callsEach / 30}; call += 1) {
        for (const period of ['minute', 'month']) {
          const wait = await limiter.count(['one'], { most: ${crowd.most}, period });
          if (wait === undefined) admitted[period] += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: 30 }, count));
    await close();
    console.log('minute ' + admitted.minute + ', month ' + admitted.month + ';');
  `;
}
