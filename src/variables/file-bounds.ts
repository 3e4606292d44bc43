import { roughSizeBytes, roughSizeSteps } from './rough-size.ts';
import type { VariablesState } from './state.ts';

/** What a file may hold, its libraries' variables included. The interface names no limits for a file. */
export const fileBounds = { collections: 1000, variables: 100_000, roughMb: 256 } as const;

const bounds: readonly {
  readonly what: string;
  readonly most: number;
  readonly unit: string;
  readonly count: (state: VariablesState, before?: VariablesState) => number;
}[] = [
  {
    what: 'collections',
    most: fileBounds.collections,
    unit: '',
    count: ({ collections }) => collections.size,
  },
  {
    what: 'variables',
    most: fileBounds.variables,
    unit: '',
    count: ({ variables }) => variables.size,
  },
  {
    what: 'variables with their values',
    most: fileBounds.roughMb,
    unit: ' MB',
    count: (state, before) => Math.ceil(roughSizeBytes(state, before) / 2 ** 20),
  },
];

/** Why a file may not come to hold so much; undefined for a change that does not add to what is beyond a bound. In steps. */
export function* growthProblem(
  before: VariablesState,
  after: VariablesState,
): Generator<void, string | undefined> {
  yield* roughSizeSteps(after, before);
  for (const { what, most, unit, count } of bounds) {
    const size = count(after, before);
    if (size <= most || size <= count(before)) continue;
    const [would, may] = [size, most].map((number) => `${number.toLocaleString('en')}${unit}`);
    return `The ${what} of the file would come to ${would}, and there may be ${may} at the most.`;
  }
  return undefined;
}
