import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { naiveApply } from './naive-model.suite.ts';
import { naiveMeta } from './naive-print.suite.ts';
import { type NaiveState, naiveEmpty } from './naive-state.suite.ts';
import { bindings, bodyOf, type Change, fewBodies } from './random-changes.suite.ts';
import {
  cases,
  contextOf,
  expectEqual,
  limitMs,
  themeAndBrand,
  withoutStacks,
} from './random-steps.suite.ts';
import { emptyState, type VariablesState } from './state.ts';

interface Both {
  readonly engine: VariablesState;
  readonly model: NaiveState;
}

/** Sends a body to both, and expects them to agree. */
function apply({ engine, model }: Both, body: object, number: number, isBound: (id: string) => boolean) {
  const before = JSON.stringify(localAnswerOf(engine));
  const result = withoutStacks(() => applyChanges(engine, body, contextOf(number, isBound)));
  const after = withoutStacks(() => naiveApply(model, body, contextOf(number, isBound)));
  expectEqual(['problems' in result, body], [after === undefined, body]);
  expectEqual(JSON.stringify(localAnswerOf(engine)), before);
  const next = { engine: 'state' in result ? result.state : engine, model: after ?? model };
  expectEqual(localAnswerOf(next.engine).meta, naiveMeta(next.model));
  return { next, isTaken: after !== undefined };
}

it(
  `The variables engine agrees with a naive model in ${cases} sequences of bodies: the same state or the same refusal`,
  () => {
    const begun = apply({ engine: emptyState, model: naiveEmpty }, themeAndBrand, 0, () => false).next;
    let [taken, refused] = [0, 0];
    const sequence = (given: readonly (readonly Change[])[], isBound: (id: string) => boolean) => {
      let now = begun;
      for (const [index, changes] of given.entries()) {
        const body = bodyOf(localAnswerOf(now.engine).meta, changes);
        const { next, isTaken } = apply(now, body, index + 1, isBound);
        now = next;
        if (isTaken) taken += 1;
        else refused += 1;
      }
    };
    fc.assert(fc.property(fewBodies, bindings, sequence), { numRuns: cases });
    expect(Math.min(taken, refused)).toBeGreaterThan(cases);
  },
  limitMs,
);
