import { expect, test } from 'vitest';
import { pathText, sixDigits } from './path-text.ts';

/** As C's printf("%g") spells them. */
test.each([
  [0, '0'],
  [-0, '-0'],
  [100, '100'],
  [-1.5, '-1.5'],
  [82.03125, '82.0312'],
  [82.09375, '82.0938'],
  [Math.fround(155.2284), '155.228'],
  [Math.fround(0.1), '0.1'],
  [Math.fround(1 / 3), '0.333333'],
  [Math.fround(0.00012345), '0.00012345'],
  [Math.fround(0.0001), '0.0001'],
  [Math.fround(0.00001), '1e-05'],
  [Math.fround(0.0000123456), '1.23456e-05'],
  [99999.5, '99999.5'],
  [262144.125, '262144'],
  [999999.5, '1e+06'],
  [1_000_000, '1e+06'],
  [1_234_567, '1.23457e+06'],
  [Math.fround(3e38), '3e+38'],
  [9.9999995, '10'],
])('%f is written as %s', (value, text) => {
  expect(sixDigits(value)).toBe(text);
});

test('An outline is written with a space between its numbers alone', () => {
  const numbers = Float32Array.of(0, 1, 2, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
  expect(pathText({ letters: 'MLQCZ', numbers })).toBe('M0 1L2 3.5Q4 5 6 7C8 9 10 11 12 13Z');
});
