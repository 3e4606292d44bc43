import type { Goal, Outcome } from './cases.ts';

const means = (outcomes: readonly Outcome[]): number[] =>
  outcomes.flatMap(({ mean }) => (mean === undefined ? [] : [mean]));

export const average = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

const most = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((one, other) => Math.max(one, other));

/** Every case counts alike, whatever its size. */
export const meanOfCases = (atMost: number): Goal => ({
  name: 'mean',
  limit: { atMost },
  unit: '',
  measure: (outcomes) => average(means(outcomes)),
});

export const worstCase = (atMost: number): Goal => ({
  name: 'worst case',
  limit: { atMost },
  unit: '',
  measure: (outcomes) => most(means(outcomes)),
});

export const worstOpaquePixel = (atMost: number): Goal => ({
  name: 'worst pixel fully covered in both',
  limit: { atMost },
  unit: '',
  measure: (outcomes) => most(outcomes.map(({ worstOpaque }) => worstOpaque)),
});

/** The share of cases, in per cent, in which a value is at most so much; a case that failed is one in which it isn't. */
export const shareWithin = (name: string, value: string, within: number, atLeast: number): Goal => ({
  name,
  limit: { atLeast },
  unit: ' %',
  measure: (outcomes) => {
    const values = outcomes.flatMap(({ values, failure }) => values?.[value] ?? (failure ? [Infinity] : []));
    return average(values.map((found) => (found <= within ? 100 : 0)));
  },
});

export const isReached = ({ limit }: Goal, value: number): boolean =>
  'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
