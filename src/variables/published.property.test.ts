import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { type Publication, publishSteps } from './published-variables.ts';
import { bindings, fewBodies } from './random-changes.suite.ts';
import { cases, limitMs, stepsOf } from './random-steps.suite.ts';
import { settleReferences } from './settle-references.ts';
import { emptyState, type Variable, type VariablesState } from './state.ts';
import { subscribedVariables } from './subscribed-variables.ts';

/** The order in which values were set says nothing. */
const sorted = (variable: Variable): string =>
  JSON.stringify([
    { ...variable, values: [] },
    [...variable.values].toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]);

/** What is wrong with a publication of a state over the one before it. */
function faultsOf(state: VariablesState, before: Publication | undefined, now: Publication, at: string) {
  const find = subscribedVariables(now);
  return [...state.variables].flatMap(([id, variable]) => {
    const [old, mark] = [before?.state.variables.get(id), now.marks.get(id)];
    const isSame = old !== undefined && (old === variable || sorted(old) === sorted(variable));
    const sound = {
      key: variable.key === (old?.key ?? variable.key),
      'subscribed id': (mark?.subscribedId === before?.marks.get(id)?.subscribedId) === isSame,
      time: (mark?.updatedAt === at) === !isSame,
      'key seen from outside': find(mark?.subscribedId ?? '')?.variable.key === variable.key,
    };
    return Object.entries(sound).flatMap(([fault, isSound]) => (isSound ? [] : [`${id}: ${fault}`]));
  });
}

/** What a file that uses all of a library has of it, by id. */
function seenFromOutside(publication: Publication): Map<string, string> {
  const bound = new Set([...publication.marks.values()].map(({ subscribedId }) => subscribedId));
  const seen = settleReferences(emptyState, { bound, findRemote: subscribedVariables(publication) });
  return new Map([...seen.variables].map(([id, { key, remote }]) => [id, remote ? key : 'not remote']));
}

function countingIds(): () => string {
  let next = 0;
  return () => `77:${++next}`;
}

it(
  `published after each of ${cases} sequences of bodies: ids and keys stay, subscribed ids change with what they stand for`,
  () => {
    const sequence = fc.property(fewBodies, bindings, (given, isBound) => {
      const newId = countingIds();
      let before: Publication | undefined;
      let at = 0;
      for (const { after } of stepsOf(given, isBound)) {
        at += 1;
        const now = atOnce(publishSteps(after, before, String(at), newId));
        expect(faultsOf(after, before, now, String(at))).toEqual([]);
        before = now;
      }
      const { state, marks } = before as Publication;
      const expected = [...state.variables].map(
        ([id, { key }]) => [marks.get(id)?.subscribedId, key] as const,
      );
      expect(seenFromOutside({ state, marks })).toEqual(new Map(expected));
    });
    fc.assert(sequence, { numRuns: cases });
  },
  limitMs,
);
