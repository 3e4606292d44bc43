import { expect, it } from 'vitest';
import { onBothEngines, openMigrated } from '../../testing/postgres-and-sqlite.ts';
import { rateLimiter } from './rate-limiter.ts';

const now = Date.UTC(2026, 10, 30, 23, 59, 30);

onBothEngines('The rate limiter', (openEmpty) => {
  async function open() {
    const { database } = await openMigrated(openEmpty);
    return () => rateLimiter({ database, clock: { now: () => now }, limits: undefined });
  }

  it('answers after how many seconds a call fits, separately for each key and period', async () => {
    const limiter = (await open())();
    const [minute, month] = [
      { most: 2, period: 'minute' },
      { most: 1, period: 'month' },
    ] as const;
    expect(await limiter.count(['a'], minute)).toBeUndefined();
    expect(await limiter.count(['a'], minute)).toBeUndefined();
    expect(await limiter.count(['a'], minute)).toBe(30);
    expect(await limiter.count(['b'], minute)).toBeUndefined();
    expect(await limiter.count(['a'], month)).toBeUndefined();
    expect(await limiter.count(['a'], month)).toBe(30);
  });

  it('remembers a monthly budget beyond the process', async () => {
    const start = await open();
    const month = { most: 1, period: 'month' } as const;
    expect(await start().count(['a'], month)).toBeUndefined();
    expect(await start().count(['a'], month)).toBe(30);
  });
});
