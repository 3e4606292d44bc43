import { describe, expect, it } from 'vitest';
import { countsFor } from './several-cores.ts';

describe('Servers beside one', () => {
  it.each([
    [1, []],
    [2, [1]],
    [4, [1, 2]],
    [6, [1, 2]],
    [8, [1, 2, 4]],
    [64, [1, 2, 4]],
  ])('are compared on %d cores where each of them and each client has one: %j', (cores, counts) => {
    expect(countsFor(cores)).toEqual(counts);
  });
});
