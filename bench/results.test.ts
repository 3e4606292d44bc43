import { expect, test } from 'vitest';
import { isReached, markdown, type Row, rounded } from './results.ts';

const row = (ratio: number, limit: Row['limit']): Row => ({
  work: 'Work',
  reference: 'a reference',
  ours: ratio * 10,
  theirs: 10,
  unit: 'requests/s',
  ratio,
  limit,
});

test('a limit is reached from its own side, itself included', () => {
  expect([0.89, 0.9, 2].map((ratio) => isReached(row(ratio, { atLeast: 0.9 })))).toEqual([false, true, true]);
  expect([1.2, 1.3, 1.31].map((ratio) => isReached(row(ratio, { atMost: 1.3 })))).toEqual([
    true,
    true,
    false,
  ]);
});

test('the table says what was missed and what was left out', () => {
  const rows = [row(0.5, { atLeast: 0.9 }), row(1.2, { atMost: 1.3 })];
  const text = markdown({ machine: { Node: '24' }, rows, facts: [], leftOut: ['nginx is not installed.'] });
  expect(text).toContain(
    '| Work | 5.00 requests/s | a reference | 10.0 requests/s | 0.50 × | ≥ 0.9 × | **no** |',
  );
  expect(text).toContain('| 1.20 × | ≤ 1.3 × | yes |');
  expect(text).toContain('- Left out: nginx is not installed.');
});

test('numbers keep three digits that count', () => {
  expect([0, 0.01234, 1.234, 12.34, 123.4, 4193.2].map(rounded)).toEqual([
    '0',
    '0.0123',
    '1.23',
    '12.3',
    '123',
    '4193',
  ]);
});
