import { expect, it } from 'vitest';
import type { ComparedSet, Outcome } from './cases.ts';
import { meanOfCases, shareWithin, worstCase } from './goals.ts';
import { markdownTable, summaryOf } from './summary.ts';

const set: ComparedSet = {
  name: 'icons',
  sentence: '',
  cases: () => [],
  compare: () => Promise.reject(new Error()),
  goals: [meanOfCases(1), worstCase(2), shareWithin('near', 'area', 0.1, 60)],
};

const outcome = (more: Partial<Outcome>): Outcome => ({
  case: { set: 'icons', name: 'a', design: '', nodeId: '1:1', scale: 1 },
  mean: undefined,
  worstOpaque: 0,
  comparedShare: 0,
  width: 1,
  height: 1,
  pictures: [],
  notes: [],
  features: [],
  leftOut: { texts: 0, vectors: 0, images: 0 },
  ...more,
});

it('the summary says of each goal whether it is reached, and beside it what was left out', () => {
  const rows = summaryOf(
    [set],
    [
      outcome({ mean: 0.5, comparedShare: 1, values: { area: 0.05 } }),
      outcome({ mean: 2.5, comparedShare: 0.5, values: { area: 0.1 } }),
      outcome({ leftOut: { texts: 0, vectors: 3, images: 0 } }),
      outcome({ failure: 'It took longer than 60 s.' }),
    ],
  );
  expect(rows.map(({ figure, value, reached }) => [figure, value, reached])).toEqual([
    ['mean', '1.500', 'no'],
    ['worst case', '2.500', 'no'],
    ['near', '66.7 %', 'yes'],
  ]);
  expect(rows[0]).toMatchObject({
    cases: 2,
    leftOut: '25.0 % of the area, 1 cases whole, 1 cases failed, 3 vectors without geometry',
  });
  expect(markdownTable(rows).split('\n')[2]).toContain('| icons | 2 | mean | 1.500 | ≤ 1 | no |');
});

it('a set of which nothing was compared reaches no goal', () => {
  expect(summaryOf([set], []).map(({ value, reached }) => [value, reached])).toEqual([
    ['–', '–'],
    ['–', '–'],
    ['–', '–'],
  ]);
});
