import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../database/open-database.ts';
import type { Bell, Ring } from '../database/postgres-bell.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { moveClocks } from './moved-clock.ts';
import type { ProcessLife } from './process-life.ts';
import { enterProcess, renewProcess } from './processes-store.ts';
import { sharedClock } from './shared-clock.ts';

const missing = postgresMissing();

it.skipIf(missing)(
  'A clock that a test moves is moved once each process that lives has read it, and those that are dead are not waited for',
  async () => {
    const { url, drop } = await createPostgresDatabase();
    const { database: whole, close } = await openDatabase({ url, folder: tmpdir() });
    onTestFinished(async () => {
      await close();
      await drop();
    });
    const row = { name: '', version: '', schema: '', roles: '', renderer: '', marks: '', settings: null };
    for (const id of ['this one', 'another', 'dead']) await enterProcess(whole, { ...row, id });
    await whole
      .updateTable('processes')
      .set({ seen_at: Date.now() - 31_000 })
      .where('id', '=', 'dead')
      .execute();
    const looks: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
    let looked = 0;
    const database = whole.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'SelectQueryNode') looks[looked++]?.resolve();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const rung: Ring[] = [];
    const bell = { ring: (ring: Ring) => void rung.push(ring) } as Bell;
    const life = { beat: async () => void (await renewProcess(whole, 'this one')) } as ProcessLife;
    const clock = sharedClock(Date.now);
    clock.setAhead(600_000);
    let isMoved = false;
    const moved = moveClocks({ life, bell, clock }, database, clock.now() + 3_600_000).then(() => {
      isMoved = true;
    });
    await Promise.race([moved, looks[1]?.promise]);
    expect([isMoved, rung]).toEqual([false, ['clock']]);
    expect((await renewProcess(whole, 'another'))?.aheadMs).toBeGreaterThan(4_100_000);
    looked = 0;
    await moved;
    // One look may have been under way.
    expect(looked).toBeLessThanOrEqual(2);
  },
);
