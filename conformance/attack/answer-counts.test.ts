import { describe, expect, it } from 'vitest';
import { AnswerCounts } from './answer-counts.ts';

const countsOf = (operation: string, ...statuses: number[]): AnswerCounts => {
  const counts = new AnswerCounts();
  counts.attacked.add(operation);
  for (const status of statuses) counts.count({ status }, operation);
  return counts;
};
const refusals = Array<number>(50).fill(403);
const options = { seed: 7, isSingleSignOn: true };

describe('The count of answers of an attack', () => {
  it('counts answers by their status', () => {
    const counts = countsOf('getMe', 200, 403, 403);
    expect(counts.requests).toBe(3);
    expect([...counts.statuses]).toEqual([
      [200, 1],
      [403, 2],
    ]);
  });

  it('finds an operation of which no request succeeded', () => {
    const { findings, neverTaken } = countsOf('getMe', ...refusals).taken(options);
    expect(findings).toMatchObject([{ operation: 'getMe', sentence: expect.stringContaining('none of 50') }]);
    expect([...neverTaken]).toEqual([]);
  });

  it('finds nothing wrong with an operation that was only called beside others', () => {
    const counts = countsOf('getMe', ...refusals);
    counts.attacked.clear();
    expect(counts.taken(options).findings).toEqual([]);
  });

  it.each([
    ['one that was taken once', countsOf('getMe', ...refusals, 200)],
    ['one that was hardly asked', countsOf('getMe', 403)],
  ])('finds nothing wrong with %s', (_what, counts) => {
    expect(counts.taken(options)).toEqual({ findings: [], neverTaken: new Map() });
  });

  it('gives the reason of an operation that has to refuse', () => {
    const { findings, neverTaken } = countsOf('getSingleSignOnCallback', ...refusals).taken(options);
    expect(findings).toEqual([]);
    expect(neverTaken.get('getSingleSignOnCallback')).toMatch(/good once/);
    const without = countsOf('getSingleSignOn', ...refusals);
    expect(without.taken({ ...options, isSingleSignOn: false }).findings).toEqual([]);
    expect(without.taken(options).findings).toHaveLength(1);
  });
});
