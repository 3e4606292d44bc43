import { expect, it } from 'vitest';
import { type Buckets, portionOf } from './bucket.ts';

const now = Date.UTC(2026, 10, 21, 12);
const tenPerMinute = { most: 10, period: 'minute' } as const;

/** What every kind of bucket does alike. */
export function bucketsSuite(open: () => Promise<Buckets>): void {
  it('A bucket admits the calls of a minute at once, and one more with each tenth of a minute', async () => {
    const buckets = await open();
    const admitted = async (at: number) => (await buckets.pour('a', portionOf(tenPerMinute, at))).admitted;
    const first = await Promise.all(Array.from({ length: 40 }, () => admitted(now)));
    expect(first.filter(Boolean)).toHaveLength(10);
    expect(await admitted(now + 5_999)).toBe(false);
    expect(await admitted(now + 6_000)).toBe(true);
    expect(await admitted(now + 6_000)).toBe(false);
    expect(await admitted(now + 3_600_000)).toBe(true);
  });

  it('A bucket says of a refused call when it will be empty, separately for each key', async () => {
    const buckets = await open();
    const once = portionOf({ most: 1, period: 'minute' }, now);
    expect(await buckets.pour('a', once)).toEqual({ admitted: true, emptyAt: (now + 60_000) * 1000 });
    expect(await buckets.pour('a', once)).toEqual({ admitted: false, emptyAt: (now + 60_000) * 1000 });
    expect(await buckets.pour('b', once)).toMatchObject({ admitted: true });
  });

  it('A bucket with a monthly budget admits that many calls in a calendar month, however they are spread', async () => {
    const buckets = await open();
    const twoPerMonth = { most: 2, period: 'month' } as const;
    const admitted = async (...date: [number, number, number]) =>
      (await buckets.pour('m', portionOf(twoPerMonth, Date.UTC(...date)))).admitted;
    expect(await admitted(2026, 10, 1)).toBe(true);
    expect(await admitted(2026, 10, 29)).toBe(true);
    expect(await admitted(2026, 10, 30)).toBe(false);
    expect(await admitted(2026, 11, 1)).toBe(true);
    expect(await admitted(2026, 11, 1)).toBe(true);
    expect(await admitted(2026, 11, 31)).toBe(false);
    expect(await admitted(2027, 0, 1)).toBe(true);
  });
}
