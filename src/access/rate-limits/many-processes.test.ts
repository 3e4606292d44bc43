import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open-database.ts';
import { createPostgresDatabase, postgresMissing } from '../../testing/postgres-database.ts';
import { runScript } from '../../testing/postgres-script.ts';

const missing = postgresMissing();
const note = missing ? ` (left out: ${missing})` : '';

/** Waits for the other three, counts 300 calls at one moment, thirty at a time, and says how many there was room for. */
function countingScript(url: string): string {
  const fileUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  return `
    import { openDatabase } from ${fileUrl('../../database/open-database.ts')};
    import { rateLimiter } from ${fileUrl('./rate-limiter.ts')};
    const { database, close } = await openDatabase({ url: ${JSON.stringify(url)}, folder: ${JSON.stringify(tmpdir())} });
    const limiter = rateLimiter({ database, clock: { now: () => 1_900_000_000_000 }, limits: undefined });
    await database.insertInto('settings').values({ name: String(process.pid), value: '' }).execute();
    const started = () => database.selectFrom('settings').selectAll().execute();
    while ((await started()).length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    let admitted = 0;
    const count = async () => {
      for (let call = 0; call < 10; call += 1) {
        if ((await limiter.count(['one'], { most: 10, period: 'minute' })) === undefined) admitted += 1;
      }
    };
    await Promise.all(Array.from({ length: 30 }, count));
    await close();
    console.log('admitted ' + admitted + ';');
  `;
}

describe.skipIf(missing)(`Four processes on one PostgreSQL${note}`, () => {
  it('admit exactly 10 of 1,200 calls where 10 may be made', async () => {
    const { url, drop } = await createPostgresDatabase();
    const { database, close } = await openDatabase({ url, folder: tmpdir() });
    await migrate(database);
    await close();
    const scripts = Array.from({ length: 4 }, () => runScript(countingScript(url)));
    try {
      await Promise.all(scripts.map((script) => script.said(';')));
      const admitted = scripts.map((script) => Number(/admitted (\d+);/.exec(script.output())?.[1]));
      expect(admitted.reduce((sum, each) => sum + each)).toBe(10);
    } finally {
      await Promise.all(scripts.map((script) => script.kill()));
      await drop();
    }
  });
});
