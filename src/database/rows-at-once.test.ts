import { describe, expect, it } from 'vitest';
import { countAtOnce } from './rows-at-once.ts';

const megabyte = 1024 * 1024;

describe('Rows that are held together', () => {
  it('are all of them where their texts are small', () => {
    expect(countAtOnce([])).toBe(0);
    expect(countAtOnce(Array.from({ length: 500 }, () => 1000))).toBe(500);
  });

  it('are no more than 4 MB of texts have', () => {
    expect(countAtOnce([megabyte, megabyte, megabyte, megabyte, 1, 1])).toBe(4);
  });

  it('are one where that has more by itself', () => {
    expect(countAtOnce([100 * megabyte, 1])).toBe(1);
    expect(countAtOnce([1, 100 * megabyte, 1])).toBe(1);
  });
});
