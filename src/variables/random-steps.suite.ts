import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import { alias, create, themeBody, value } from './changes.suite.ts';
import type { ChangeContext } from './draft.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { bodyOf, type Change } from './random-changes.suite.ts';
import { emptyState, type VariablesState } from './state.ts';

/** How many sequences each property sees; two minutes are for machines that have other work. */
export const cases = 10_000;
export const limitMs = 120_000;

export interface Step {
  readonly before: VariablesState;
  readonly after: VariablesState;
  /** Undefined where the body was refused. */
  readonly ids: Readonly<Record<string, string>> | undefined;
}

/** Ids that say which body they are of, so that a refused body takes none from the next. */
export function contextOf(
  body: number,
  isBound: (id: string) => boolean,
): ChangeContext & Required<Pick<ChangeContext, 'isBound'>> {
  let [ids, keys] = [0, 0];
  return { newId: () => `${body}:${++ids}`, newKey: () => `key-${body}-${++keys}`, isBound };
}

export const themeAndBrand = {
  ...themeBody,
  variableCollections: [
    ...themeBody.variableCollections,
    create('brand', { parentVariableCollectionId: 'theme' }),
  ],
  variableModeValues: [value('gap', 'light', alias('size')), value('paper', 'dark', alias('ink'))],
};

const begun = stepOf(
  emptyState,
  themeAndBrand,
  contextOf(0, () => false),
);

function stepOf(before: VariablesState, body: object, context: ChangeContext): Step {
  const result = withoutStacks(() => applyChanges(before, body, context));
  if ('problems' in result) return { before, after: before, ids: undefined };
  return { before, after: result.state, ids: result.tempIdToRealId };
}

/** Looks first whether they are the same in all, which takes a fraction of the time of an expectation. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Every other body is refused, and nobody looks at where. */
export function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Applies each body to what the one before left, a theme and a brand at first; a refused one leaves it. */
export function* stepsOf(
  bodies: readonly (readonly Change[])[],
  isBound: (id: string) => boolean,
): Generator<Step> {
  let step = begun;
  yield step;
  for (const [index, changes] of bodies.entries()) {
    const body = bodyOf(localAnswerOf(step.after).meta, changes);
    step = stepOf(step.after, body, contextOf(index + 1, isBound));
    yield step;
  }
}

export const printed = (state: VariablesState): string => JSON.stringify(localAnswerOf(state));
