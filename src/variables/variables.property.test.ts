import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import {
  alias,
  countingContext,
  create,
  remove,
  themeBody,
  update,
  value,
  variable,
} from './changes.suite.ts';
import { printLocalVariables } from './print-local-variables.ts';
import { readLocalVariables } from './read-local-variables.ts';
import { resolveValue } from './resolve-value.ts';
import { emptyState, type VariablesState } from './state.ts';
import { limits } from './targets.ts';

type Meta = ReturnType<typeof printLocalVariables>['meta'];
type Numbers = { a: number; b: number; c: number };

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];
const collectionIn = ({ variableCollections }: Meta, number: number): string =>
  pick(Object.keys(variableCollections), number) ?? 'nothing';
const variableIn = ({ variables }: Meta, number: number) => pick(Object.values(variables), number);
const colour = { r: 0, g: 0.5, b: 1 };
const literals = { BOOLEAN: false, FLOAT: 4, STRING: 'text', COLOR: colour };

/** Any mode, be it of an extension. */
function modeIn({ variableCollections }: Meta, number: number): string {
  const modes = Object.values(variableCollections).flatMap((collection) => collection.modes);
  return pick(modes, number)?.modeId ?? 'nothing';
}

/** A variable and a mode that it can have a value in. */
function placeIn(meta: Meta, { a, b }: Numbers): [variableId: string, modeId: string] {
  const variable = variableIn(meta, a);
  const family = Object.values(meta.variableCollections).filter(({ id, ...collection }) => {
    const rootId = 'rootVariableCollectionId' in collection ? collection.rootVariableCollectionId : undefined;
    return [id, rootId].includes(variable?.variableCollectionId);
  });
  const mode = pick(
    family.flatMap(({ modes }) => modes),
    b,
  );
  return [variable?.id ?? 'nothing', mode?.modeId ?? 'nothing'];
}

/** Mostly a variable that fits. */
function targetIn(meta: Meta, { a, c }: Numbers): string {
  const type = variableIn(meta, a)?.resolvedType;
  const all = Object.values(meta.variables);
  return pick(c % 9 ? all.filter(({ resolvedType }) => resolvedType === type) : all, c)?.id ?? 'nothing';
}

/** One change of each kind to what is there, with `id` as temporary id of what is new. */
const changes: Readonly<Record<string, (meta: Meta, numbers: Numbers, id: string) => object>> = {
  variableCollections: (_meta, _numbers, id) => create(id, { initialModeId: `${id} mode` }),
  'variableCollections ': (meta, { a }, id) =>
    create(id, { parentVariableCollectionId: collectionIn(meta, a) }),
  'variableCollections  ': (meta, { a }) => remove(collectionIn(meta, a)),
  variableModes: (meta, { a }, id) => create(id, { variableCollectionId: collectionIn(meta, a) }),
  'variableModes ': (meta, { a, b }) =>
    update(modeIn(meta, a), { name: 'renamed', variableCollectionId: collectionIn(meta, b) }),
  'variableModes  ': (meta, { a }) => remove(modeIn(meta, a)),
  variables: (meta, { a, b, c }, id) =>
    variable(id, c % 3 ? 'COLOR' : 'FLOAT', collectionIn(meta, a), { name: `name ${b % 9}` }),
  'variables ': (meta, { a, b }) => update(variableIn(meta, a)?.id ?? '', { name: `name ${b % 9}` }),
  'variables  ': (meta, { a }) => remove(variableIn(meta, a)?.id ?? ''),
  variableModeValues: (meta, numbers) =>
    value(...placeIn(meta, numbers), literals[variableIn(meta, numbers.a)?.resolvedType ?? 'FLOAT']),
  'variableModeValues ': (meta, numbers) => value(...placeIn(meta, numbers), null),
  'variableModeValues  ': (meta, numbers) => value(...placeIn(meta, numbers), alias(targetIn(meta, numbers))),
  'variableModeValues   ': (meta, numbers) =>
    value(...placeIn(meta, numbers), { color: alias(targetIn(meta, numbers)), opacity: 0.5 }),
};

const number = fc.nat(60);
const change = fc.record({ kind: fc.constantFrom(...Object.keys(changes)), a: number, b: number, c: number });
type Change = { kind: string } & Numbers;

function bodyOf(meta: Meta, given: readonly Change[]): Record<string, object[]> {
  const body: Record<string, object[]> = {};
  for (const [index, { kind, ...numbers }] of given.entries()) {
    const list = kind.trim();
    body[list] = [...(body[list] ?? []), changes[kind]?.(meta, numbers, `new ${index}`) ?? {}];
  }
  return body;
}

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

const bodies = fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { maxLength: 25, size: 'max' });
const bindings = fc.constantFrom(
  () => false,
  (id: string) => id.endsWith('5'),
);

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
});

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
