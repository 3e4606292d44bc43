import { expect, it } from 'vitest';
import { patienceFrom } from './patience.ts';
import type { Mirror } from './status-text.ts';

const start = Date.parse('2026-01-02T03:04:05Z');
const minuteMs = 60_000;

/** A mirror of which so many files are here, and the next call is in so many minutes. */
function mirrorAt(now: number, { current = 0, waitMinutes = 1, checkedAt = '', reason = 'Refused' }): Mirror {
  const file = { key: 'k', name: 'k', state: 'stale', version: null, checked_at: checkedAt, reason } as const;
  return {
    id: '1',
    upstream: '2',
    project: '3',
    kind: 'project',
    state: 'pulling',
    settled: false,
    versions: 0,
    branches: false,
    webhooks: false,
    files: [file],
    counts: { current, waiting: 1 },
    incomplete: 0,
    held_by_others: [],
    budgets: [],
    created_at: '',
    waits_until: new Date(now + waitMinutes * minuteMs).toISOString(),
  };
}

/** For how many minutes a mirror is waited for that is looked at once a minute. */
function minutesOf(mirrorAfter: (minutes: number, now: number) => Mirror): number {
  const isAwaited = patienceFrom(start);
  for (let minutes = 0; minutes < 3000; minutes += 1) {
    const now = start + minutes * minuteMs;
    if (!isAwaited(mirrorAfter(minutes, now), now)) return minutes;
  }
  return Infinity;
}

it('What is put off again and again is waited for an hour', () => {
  const checkedAt = (minutes: number) => `${minutes}`;
  expect(minutesOf((minutes, now) => mirrorAt(now, { checkedAt: checkedAt(minutes) }))).toBe(61);
});

it('What goes on in more than an hour is not waited for', () => {
  expect(minutesOf((_minutes, now) => mirrorAt(now, { waitMinutes: 61 }))).toBe(0);
});

it('Of what files come is waited for as long as they do, and a day at the most', () => {
  const hourly = (until: number) => (minutes: number, now: number) =>
    mirrorAt(now, { current: Math.floor(Math.min(minutes, until) / 50) });
  expect(minutesOf(hourly(300))).toBe(361);
  expect(minutesOf(hourly(Infinity))).toBe(24 * 60 + 1);
});
