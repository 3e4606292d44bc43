import { describe, expect, it } from 'vitest';
import { bucketsSuite } from './buckets.suite.ts';
import { memoryBuckets } from './memory-buckets.ts';

describe('Buckets in memory', () => {
  bucketsSuite(async () => memoryBuckets());

  it('keep what still has to leak, whatever else is forgotten', async () => {
    const buckets = memoryBuckets();
    const portion = (at: number) => ({ at, size: 10, holds: 1 });
    for (let number = 0; number < 12_000; number += 1) await buckets.pour(`old ${number}`, portion(0));
    await buckets.pour('kept', portion(95));
    for (let number = 0; number < 30_000; number += 1) await buckets.pour(`new ${number}`, portion(100));
    expect(await buckets.pour('kept', portion(101))).toEqual({ admitted: false, emptyAt: 105 });
  });

  it('are empty after they were cleared', async () => {
    const buckets = memoryBuckets();
    const portion = { at: 0, size: 10, holds: 1 };
    await buckets.pour('a', portion);
    buckets.clear();
    expect(await buckets.pour('a', portion)).toMatchObject({ admitted: true });
  });
});
