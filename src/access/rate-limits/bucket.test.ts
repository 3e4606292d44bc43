import { expect, it } from 'vitest';
import { portionOf, waitSeconds, withPortion } from './bucket.ts';
import type { Budget } from './limits.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0, 345);

it('A bucket says after how many seconds a refused call fits, and that it does not fit one second earlier', () => {
  for (const most of [1, 5, 7, 10, 150, 45_000]) {
    const budget: Budget = { most, period: 'minute' };
    let emptyAt = 0;
    for (let calls = 0; calls < most; calls += 1) emptyAt = withPortion(emptyAt, portionOf(budget, now)) ?? 0;
    expect(withPortion(emptyAt, portionOf(budget, now))).toBeUndefined();
    const seconds = waitSeconds(budget, now, emptyAt);
    expect(seconds).toBe(Math.ceil(60 / most));
    expect(withPortion(emptyAt, portionOf(budget, now + seconds * 1000))).toBeDefined();
    const earlier = withPortion(emptyAt, portionOf(budget, now + (seconds - 1) * 1000));
    expect(earlier).toBeUndefined();
  }
});

it('A bucket with a monthly budget says how long the month lasts', () => {
  const budget: Budget = { most: 6, period: 'month' };
  expect(waitSeconds(budget, Date.UTC(2026, 11, 31, 23, 59, 58, 500), 0)).toBe(2);
  expect(waitSeconds(budget, Date.UTC(2026, 1, 1), 0)).toBe(28 * 86_400);
});
