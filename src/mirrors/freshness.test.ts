import { expect, it } from 'vitest';
import { nextLook, nextTry } from './freshness.ts';

const now = Date.parse('2026-01-10T00:00:00Z');
const [minute, hour] = [60_000, 3_600_000];

it('What changes is looked at every minute, what rests more and more seldom, and every hour at last', () => {
  const pauseAfter = (restMs: number) => nextLook(now, now - restMs) - now;
  expect([0, minute, 20 * minute].map(pauseAfter)).toEqual([minute, minute, minute]);
  expect([hour, 10 * hour].map(pauseAfter)).toEqual([3 * minute, 30 * minute]);
  expect([20 * hour, 1000 * hour].map(pauseAfter)).toEqual([hour, hour]);
  expect(nextLook(now, null)).toBe(now + minute);
  // A change in the future was before the clock was set back.
  expect(nextLook(now, now + hour)).toBe(now + minute);
});

it('What failed is tried again after a minute, two, four, up to an hour', () => {
  const pauses = [0, 1, 2, 5, 6, 100].map((tries) => (nextTry(now, tries) - now) / minute);
  expect(pauses).toEqual([1, 2, 4, 32, 60, 60]);
});
