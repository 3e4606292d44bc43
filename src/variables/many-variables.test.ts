import { expect, it, vi } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { importSteps } from './import-variables.ts';
import { persistentMap } from './persistent-map.ts';
import { type Publication, publishedAnswer, publishedNames, publishSteps } from './published-variables.ts';
import { roughSizeSteps } from './rough-size.ts';
import type { Variable, VariablesState } from './state.ts';
import { changedParts } from './variable-parts.ts';

const count = 4000;
const collectionId = 'VariableCollectionId:1:1';
const idOf = (at: number) => `VariableID:1:${at}`;

/** An answer in which each variable but the first is an alias of the one before, of one collection beside as many that are empty. */
function chain() {
  const variables = Array.from({ length: count }, (_, at) => ({
    id: idOf(at),
    name: `Number ${at}`,
    key: `key${at}`,
    variableCollectionId: collectionId,
    resolvedType: 'FLOAT',
    valuesByMode: { '1:0': at === 0 ? 1 : { type: 'VARIABLE_ALIAS', id: idOf(at - 1) } },
  }));
  const collection = { id: collectionId, name: 'All', key: 'all' };
  const variableIds = variables.map(({ id }) => id);
  const modesOf = (modeId: string) => ({ modes: [{ modeId, name: 'Mode' }], defaultModeId: modeId });
  const empty = variables.map((_, at) => ({
    ...collection,
    id: `VariableCollectionId:2:${at}`,
    ...modesOf(`2:${at}`),
  }));
  const collections = [{ ...collection, ...modesOf('1:0'), variableIds }, ...empty];
  return {
    variables: Object.fromEntries(variables.map((one) => [one.id, one])),
    variableCollections: Object.fromEntries(collections.map((one) => [one.id, one])),
  };
}

/** As many are put into the map of a state together, for each of which it is looked into up to three times. */
const mostTogether = 1000;

it('An answer of very many variables lets others to work after some of them', () => {
  const answer = chain();
  const [map, set] = [Map.prototype, Set.prototype];
  const spies = [vi.spyOn(map, 'set'), vi.spyOn(set, 'add'), vi.spyOn(map, 'has'), vi.spyOn(map, 'get')];
  const most = spies.map(() => 0);
  for (const steps = importSteps(answer); ; ) {
    for (const spy of spies) spy.mockClear();
    const { done, value } = steps.next();
    for (const [at, { mock }] of spies.entries()) most[at] = Math.max(most[at] ?? 0, mock.calls.length);
    if (!done) continue;
    for (const spy of spies) spy.mockRestore();
    expect([value.variables.size, value.collections.size]).toEqual([count, count + 1]);
    break;
  }
  const [puts, adds, has, gets] = most;
  expect(Math.max(puts!, adds!, has!, gets! / 3)).toBeLessThanOrEqual(mostTogether);
});

/** The state of such an answer, whose variables count when their name is looked at. */
function countedState(): { state: VariablesState; names: { looked: number } } {
  const names = { looked: 0 };
  const state = atOnce(importSteps(chain()));
  const counting = (variable: Variable): Variable =>
    Object.defineProperties(
      { ...variable },
      Object.fromEntries(
        (['remote', 'id', 'name'] as const).map((field) => [
          field,
          {
            enumerable: true,
            get: () => {
              names.looked += 1;
              return variable[field];
            },
          },
        ]),
      ),
    ) as Variable;
  const counted = [...state.variables].map(([id, variable]) => [id, counting(variable)] as const);
  return { state: { ...state, variables: persistentMap(counted) }, names };
}

/** A variable is looked at some times in one step, and its neighbour not. */
const mostOfOneVariable = 20;

it.each<[string, (state: VariablesState, publication: Publication) => Generator<void, unknown>]>([
  ['published', (state) => publishSteps(state, undefined, '2026-01-01T00:00:00Z', () => '9:9')],
  ['answered as they were published', (_state, publication) => publishedAnswer(publication)],
  ['named for analytics', (_state, publication) => publishedNames(publication)],
  ['weighed', (state) => roughSizeSteps(state)],
])('Very many variables are %s one by one, and others work in between', (_what, work) => {
  const { state, names } = countedState();
  const publication = atOnce(publishSteps(state, undefined, '2026-01-01T00:00:00Z', () => '9:9'));
  const put = vi.spyOn(Object, 'fromEntries');
  const steps = work(state, publication);
  let most = 0;
  for (let done = false; !done; ) {
    names.looked = 0;
    done = steps.next().done === true;
    most = Math.max(most, names.looked);
  }
  const together = put.mock.calls.map(([entries]) => [...entries].length);
  put.mockRestore();
  expect(most).toBeGreaterThan(0);
  expect(Math.max(most, ...together)).toBeLessThanOrEqual(mostOfOneVariable);
});

it('Very many variables are parted to be stored with a step for each', () => {
  const { state } = countedState();
  expect([...changedParts(persistentMap(), state.variables)]).toHaveLength(count);
});
