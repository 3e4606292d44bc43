import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import { countingContext, create, remove, variable } from './changes.suite.ts';
import { bindings, bodies, fewBodies } from './random-changes.suite.ts';
import {
  cases,
  contextOf,
  expectEqual,
  lastOf,
  limitMs,
  printed,
  type Step,
  stepsOf,
} from './random-steps.suite.ts';
import { readLocalVariables } from './read-local-variables.ts';
import { faultsOf } from './sound-state.suite.ts';
import { emptyState } from './state.ts';

const property = <T extends [unknown, ...unknown[]]>(
  title: string,
  arbitraries: { [Key in keyof T]: fc.Arbitrary<T[Key]> },
  check: (...given: T) => void,
  numRuns = cases,
): void => it(title, () => fc.assert(fc.property(...arbitraries, check), { numRuns }), limitMs);

const unbound = () => false;

describe('any sequence of bodies', () => {
  property(
    'leaves a sound state: within limits, complete, without loops, without temporary ids, everything resolved',
    [fewBodies, bindings],
    (given, isBound) => {
      const changed = [...stepsOf(given, isBound)].filter(({ before, after }) => after !== before);
      expect(changed.flatMap(({ after }) => faultsOf(after))).toEqual([]);
    },
  );

  property(
    'that is long leaves a sound state too',
    [bodies, bindings],
    (given, isBound) => {
      expect([...stepsOf(given, isBound)].flatMap(({ after }) => faultsOf(after))).toEqual([]);
    },
    200,
  );

  property(
    'leaves the state before each of them as it was, refused or not',
    [fewBodies, bindings],
    (given, isBound) => {
      const seen: [Step, string][] = [];
      for (const step of stepsOf(given, isBound)) seen.push([step, printed(step.after)]);
      expectEqual(
        seen.map(([{ after }]) => printed(after)),
        seen.map(([, text]) => text),
      );
      for (const [{ before, after, ids }] of seen) if (ids === undefined) expect(after).toBe(before);
    },
  );

  property('maps every temporary id to something new', [fewBodies], (given) => {
    for (const { before, after, ids } of stepsOf(given, unbound)) {
      const real = Object.values(ids ?? {});
      if (real.length === 0) continue;
      const [earlier, later] = [printed(before), printed(after)];
      expect(new Set(real).size).toBe(real.length);
      expect(real.filter((id) => earlier.includes(`"${id}"`) || !later.includes(`"${id}"`))).toEqual([]);
    }
  });

  property(
    'leaves a state that comes back equal from its print, aliases included',
    [fewBodies, bindings],
    (given, isBound) => {
      const after = lastOf(given, isBound);
      const text = printed(after);
      const again = readLocalVariables(JSON.parse(text));
      expectEqual(JSON.parse(printed(again)), JSON.parse(text));
      expect(new Map(again.aliases.targets)).toEqual(new Map(after.aliases.targets));
      expect(new Set([...again.aliases.sources].map(([id]) => id))).toEqual(
        new Set([...after.aliases.sources].map(([id]) => id)),
      );
      for (const [id, collection] of after.collections) {
        const other = again.collections.get(id);
        expect([new Map(other?.names), other?.deletedIds, other?.extensionIds.toSorted()]).toEqual([
          new Map(collection.names),
          collection.deletedIds,
          collection.extensionIds.toSorted(),
        ]);
      }
    },
  );

  property('followed by a create and its delete is as before', [fewBodies], (given) => {
    const after = lastOf(given, unbound);
    const begin = {
      variableCollections: [create('new', { initialModeId: 'newMode' })],
      variables: [variable('newVariable', 'COLOR', 'new')],
    };
    const made = applyChanges(after, begin, contextOf(77, unbound));
    if ('problems' in made) throw new Error(made.problems[0].sentence);
    const gone = { variableCollections: [remove(made.tempIdToRealId.new as string)] };
    const result = applyChanges(made.state, gone, contextOf(78, unbound));
    expect('state' in result && printed(result.state)).toBe(printed(after));
  });
});

describe('random bodies', () => {
  it('are accepted often enough to prove something, and refused too', () => {
    let [taken, refused] = [0, 0];
    for (const given of fc.sample(fewBodies, { numRuns: 300, seed: 1 })) {
      for (const { ids } of [...stepsOf(given, unbound)].slice(1)) {
        if (ids === undefined) refused += 1;
        else taken += 1;
      }
    }
    expect(Math.min(taken, refused)).toBeGreaterThan(300);
  });

  const lists = fc.record(
    { variableCollections: fc.jsonValue(), variableModes: fc.jsonValue(), variables: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const entry = fc.dictionary(fc.constantFrom('action', 'id', 'name', 'value', 'scopes'), fc.jsonValue());
  const entries = fc.record({ variables: fc.array(entry), variableModeValues: fc.array(entry) });
  property(
    'of any JSON at all are taken or refused, never an error of another kind',
    [fc.oneof(fc.jsonValue(), lists, entries)],
    (given) => {
      const result = applyChanges(emptyState, given, countingContext());
      if ('problems' in result) expect(result.problems[0].sentence).toMatch(/\.$/);
    },
  );
});
