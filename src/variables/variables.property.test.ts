import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import { countingContext, create, remove, themeBody, variable } from './changes.suite.ts';
import { printLocalVariables } from './print-local-variables.ts';
import { type Publication, publishVariables } from './published-variables.ts';
import { bindings, bodies, bodyOf, type Change, type Meta } from './random-changes.suite.ts';
import { readLocalVariables } from './read-local-variables.ts';
import { resolveValue } from './resolve-value.ts';
import { emptyState, type Variable, type VariablesState } from './state.ts';
import { subscribedVariables } from './subscribed-variables.ts';
import { limits } from './targets.ts';

type Step = {
  before: VariablesState;
  after: VariablesState;
  ids: Readonly<Record<string, string>> | undefined;
};

/** Applies each body to what the one before left; a refused one leaves it. The first makes a theme and a brand. */
function* steps(bodies: readonly (readonly Change[])[], isBound: (id: string) => boolean): Generator<Step> {
  const context = countingContext({ isBound });
  const brand = create('brand', { parentVariableCollectionId: 'theme' });
  let next: object = { ...themeBody, variableCollections: [...themeBody.variableCollections, brand] };
  let before = emptyState;
  for (const given of [...bodies, []]) {
    const result = applyChanges(before, next, context);
    const after = 'problems' in result ? before : result.state;
    yield { before, after, ids: 'problems' in result ? undefined : result.tempIdToRealId };
    before = after;
    next = bodyOf(printLocalVariables(after).meta, given);
  }
}

const printed = (state: VariablesState): string => JSON.stringify(printLocalVariables(state));

/** Everything that is true of every state, told without the engine's own indexes. */
function expectSound(state: VariablesState): void {
  const { variables, variableCollections } = printLocalVariables(state).meta;
  for (const collection of Object.values(variableCollections)) {
    expect(collection.modes.length).toBeLessThanOrEqual(limits.modesPerCollection);
    expect(collection.modes.map(({ modeId }) => modeId)).toContain(collection.defaultModeId);
    expect(collection.variableIds.length).toBeLessThanOrEqual(limits.variablesPerCollection);
    const members = collection.variableIds.map((id) => variables[id]!);
    expect(new Set(members.map(({ name }) => name)).size).toBe(members.length);
    expect(members.every(({ deletedButReferenced }) => !deletedButReferenced)).toBe(true);
  }
  for (const { id, variableCollectionId, valuesByMode } of Object.values(variables)) {
    const modes = variableCollections[variableCollectionId]!.modes.map(({ modeId }) => modeId);
    expect(Object.keys(valuesByMode).toSorted()).toEqual(modes.toSorted());
    expect(resolveValue(state, id, new Map())).toBeDefined();
  }
  expect(hasLoop(variables, variableCollections)).toBe(false);
  expect(JSON.stringify({ variables, variableCollections })).not.toMatch(
    /"(new \d+( mode)?|theme|brand|light)":|"(id|modeId)":"(new|theme|brand|light)/,
  );
}

function hasLoop(variables: Meta['variables'], collections: Meta['variableCollections']): boolean {
  const overrides = Object.values(collections).map((one) =>
    'variableOverrides' in one ? one.variableOverrides : {},
  );
  const edges = new Map(
    Object.keys(variables).map((id) => {
      const text = JSON.stringify([variables[id]?.valuesByMode, ...overrides.map((one) => one?.[id])]);
      return [id, [...text.matchAll(/"id":"([^"]+)"/g)].map(([, target]) => target as string)] as const;
    }),
  );
  return [...edges.keys()].some((start) => {
    const seen = new Set(edges.get(start));
    for (const id of seen) for (const next of edges.get(id) ?? []) seen.add(next);
    return seen.has(start);
  });
}

describe('any sequence of bodies', () => {
  it('leaves a sound state: within limits, without loops, complete, without temporary ids', () => {
    fc.assert(
      fc.property(bodies, bindings, (given, isBound) => {
        for (const { after } of steps(given, isBound)) expectSound(after);
      }),
      { numRuns: 100 },
    );
  });

  it('leaves the state before each of them as it was, refused or not', () => {
    fc.assert(
      fc.property(bodies, bindings, (given, isBound) => {
        const seen = [...steps(given, isBound)].map((step) => [step, printed(step.after)] as const);
        for (const [{ after }, text] of seen) expect(printed(after)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it('maps every temporary id to something new', () => {
    fc.assert(
      fc.property(bodies, (given) => {
        for (const { before, after, ids } of steps(given, () => false)) {
          const real = Object.values(ids ?? {});
          expect(new Set(real).size).toBe(real.length);
          for (const id of real) {
            expect(printed(before)).not.toContain(`"${id}"`);
            expect(printed(after)).toContain(`"${id}"`);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('leaves a state that comes back equal from its print, aliases included', () => {
    fc.assert(
      fc.property(bodies, bindings, (given, isBound) => {
        const { after } = [...steps(given, isBound)].at(-1) as Step;
        const again = readLocalVariables(JSON.parse(printed(after)));
        expect(JSON.parse(printed(again))).toEqual(JSON.parse(printed(after)));
        expect(new Map(again.aliases.targets)).toEqual(new Map(after.aliases.targets));
        expect(new Set([...again.aliases.sources].map(([id]) => id))).toEqual(
          new Set([...after.aliases.sources].map(([id]) => id)),
        );
        for (const [id, collection] of after.collections) {
          const other = again.collections.get(id);
          expect(new Map(other?.names)).toEqual(new Map(collection.names));
          expect(other?.deletedIds).toEqual(collection.deletedIds);
          expect(other?.extensionIds.toSorted()).toEqual(collection.extensionIds.toSorted());
        }
      }),
      { numRuns: 200 },
    );
  });

  it('followed by a create and its delete is as before', () => {
    fc.assert(
      fc.property(bodies, (given) => {
        const { after } = [...steps(given, () => false)].at(-1) as Step;
        const made = applyChanges(
          after,
          {
            variableCollections: [create('new', { initialModeId: 'newMode' })],
            variables: [variable('newVariable', 'COLOR', 'new')],
          },
          { newId: countingIds(), newKey: () => 'key' },
        );
        if ('problems' in made) throw new Error(made.problems[0].sentence);
        const gone = { variableCollections: [remove(made.tempIdToRealId.new as string)] };
        const result = applyChanges(made.state, gone, { newId: countingIds(), newKey: () => 'key' });
        expect('state' in result && printed(result.state)).toBe(printed(after));
      }),
      { numRuns: 50 },
    );
  });

  it('published in between: ids and keys stay, subscribed ids change with what they stand for', () => {
    fc.assert(
      fc.property(bodies, bindings, (given, isBound) => {
        const newId = countingIds();
        let before: Publication | undefined;
        let at = 0;
        for (const { after } of steps(given, isBound)) {
          at += 1;
          const now = publishVariables(after, before, String(at), newId);
          for (const [id, variable] of after.variables) {
            const [old, mark] = [before?.state.variables.get(id), now.marks.get(id)];
            const isSame =
              old !== undefined && JSON.stringify(sorted(old)) === JSON.stringify(sorted(variable));
            expect(variable.key).toBe(old?.key ?? variable.key);
            expect(mark?.subscribedId === before?.marks.get(id)?.subscribedId).toBe(isSame);
            expect(mark?.updatedAt === String(at)).toBe(!isSame);
            expect(subscribedVariables(now)(mark?.subscribedId ?? '')?.variable.key).toBe(variable.key);
          }
          before = now;
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** The order in which values were set says nothing. */
const sorted = (variable: Variable) => [
  { ...variable, values: [] },
  [...variable.values].toSorted(([left], [right]) => (left < right ? -1 : 1)),
];

function countingIds(): () => string {
  let next = 0;
  return () => `77:${++next}`;
}

describe('bodies at random', () => {
  it('are taken often enough to mean something, and refused too', () => {
    let taken = 0;
    let refused = 0;
    for (const given of fc.sample(bodies, { numRuns: 100, seed: 1 })) {
      for (const { ids } of [...steps(given, () => false)].slice(1)) {
        if (ids === undefined) refused += 1;
        else taken += 1;
      }
    }
    expect(taken).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(300);
  });

  it('of any JSON at all are taken or refused, never an error of another kind', () => {
    const lists = fc.record(
      { variableCollections: fc.jsonValue(), variableModes: fc.jsonValue(), variables: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const entry = fc.dictionary(fc.constantFrom('action', 'id', 'name', 'value', 'scopes'), fc.jsonValue());
    const entries = fc.record({ variables: fc.array(entry), variableModeValues: fc.array(entry) });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), lists, entries), (given) => {
        const result = applyChanges(emptyState, given, countingContext());
        if ('problems' in result) expect(result.problems[0].sentence).toMatch(/\.$/);
      }),
      { numRuns: 300 },
    );
  });
});
