import { expect, test } from 'vitest';
import { interleaved, median, medianRatio, quantile } from './medians.ts';

test('the median is the middle of the sorted values, for an even count the mean of two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 9])).toBe(5.5);
  expect(() => median([])).toThrow(RangeError);
});

test('a quantile lies between its neighbours in proportion', () => {
  const values = Array.from({ length: 101 }, (_, index) => 100 - index);
  expect(quantile(values, 0.99)).toBe(99);
  expect(quantile([0, 10], 0.25)).toBe(2.5);
});

test('contestants take turns, and every other round starts with the other one', async () => {
  const order: string[] = [];
  const turn = (name: string) => async () => order.push(name);
  const results = await interleaved(3, { ours: turn('o'), theirs: turn('t') });
  expect(order.join('')).toBe('ottoot');
  expect(results).toEqual({ ours: [1, 4, 5], theirs: [2, 3, 6] });
});

test('the ratio of two contestants is the median of those of their rounds', () => {
  expect(medianRatio([2, 30, 8], [1, 10, 8])).toBe(2);
});
