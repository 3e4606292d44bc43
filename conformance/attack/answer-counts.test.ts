import { describe, expect, it } from 'vitest';
import { Tally } from './answer-counts.ts';

const tallyOf = (operation: string, ...statuses: number[]): Tally => {
  const tally = new Tally();
  tally.attacked.add(operation);
  for (const status of statuses) tally.count({ status }, operation);
  return tally;
};
const refusals = Array<number>(50).fill(403);
const options = { seed: 7, isSingleSignOn: true };

describe('The count of answers of an attack', () => {
  it('counts answers by their status', () => {
    const tally = tallyOf('getMe', 200, 403, 403);
    expect(tally.requests).toBe(3);
    expect([...tally.statuses]).toEqual([
      [200, 1],
      [403, 2],
    ]);
  });

  it('finds an operation of which no request succeeded', () => {
    const { findings, neverTaken } = tallyOf('getMe', ...refusals).taken(options);
    expect(findings).toMatchObject([{ operation: 'getMe', sentence: expect.stringContaining('none of 50') }]);
    expect([...neverTaken]).toEqual([]);
  });

  it('finds nothing wrong with an operation that was only called beside others', () => {
    const tally = tallyOf('getMe', ...refusals);
    tally.attacked.clear();
    expect(tally.taken(options).findings).toEqual([]);
  });

  it.each([
    ['one that was taken once', tallyOf('getMe', ...refusals, 200)],
    ['one that was hardly asked', tallyOf('getMe', 403)],
  ])('finds nothing wrong with %s', (_what, tally) => {
    expect(tally.taken(options)).toEqual({ findings: [], neverTaken: new Map() });
  });

  it('gives the reason of an operation that has to refuse', () => {
    const { findings, neverTaken } = tallyOf('getSingleSignOnCallback', ...refusals).taken(options);
    expect(findings).toEqual([]);
    expect(neverTaken.get('getSingleSignOnCallback')).toMatch(/good once/);
    const without = tallyOf('getSingleSignOn', ...refusals);
    expect(without.taken({ ...options, isSingleSignOn: false }).findings).toEqual([]);
    expect(without.taken(options).findings).toHaveLength(1);
  });
});
