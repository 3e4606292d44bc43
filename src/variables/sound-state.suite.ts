import { limits } from './change-targets.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import type { Meta } from './random-changes.suite.ts';
import { valueResolver } from './resolve-value.ts';
import type { VariablesState } from './state.ts';

/** What is wrong with a state, told without the engine's own indexes: nothing, where it is sound. */
export function faultsOf(state: VariablesState): string[] {
  const { meta } = localAnswerOf(state);
  return [
    ...Object.values(meta.variableCollections).flatMap((collection) => collectionFaults(collection, meta)),
    ...Object.values(meta.variables).flatMap((variable) => variableFaults(variable, meta)),
    ...unresolved(state, meta),
    ...(hasLoop(meta) ? ['aliases go round in a loop'] : []),
    ...leakedIds(meta),
  ];
}

type Collection = Meta['variableCollections'][string];
type Variable = Meta['variables'][string];

function collectionFaults({ id, modes, defaultModeId, variableIds }: Collection, { variables }: Meta) {
  const members = variableIds.map((member) => variables[member]);
  const names = new Set(members.map((member) => member?.name));
  const sound = {
    'has too many modes': modes.length <= limits.modesPerCollection,
    'has no default mode': modes.some(({ modeId }) => modeId === defaultModeId),
    'has too many variables': variableIds.length <= limits.variablesPerCollection,
    'has a name twice': names.size === members.length,
    'lists what is gone': members.every((member) => member?.deletedButReferenced === undefined),
  };
  return Object.entries(sound).flatMap(([fault, isSound]) => (isSound ? [] : [`${id} ${fault}`]));
}

function variableFaults({ id, variableCollectionId, valuesByMode }: Variable, { variableCollections }: Meta) {
  const modes = variableCollections[variableCollectionId]?.modes.map(({ modeId }) => modeId) ?? [];
  const isComplete = Object.keys(valuesByMode).toSorted().join() === modes.toSorted().join();
  return isComplete ? [] : [`${id} has not one value for each mode`];
}

/** Under the default modes, and under the last mode of each collection, those of extensions included. */
function unresolved(state: VariablesState, { variables, variableCollections }: Meta): string[] {
  const lastModes = Object.values(variableCollections).map(
    ({ id, modes }) => [id, modes.at(-1)?.modeId ?? ''] as const,
  );
  return [new Map<string, string>(), new Map(lastModes)].flatMap((chosen) => {
    const resolve = valueResolver(state, chosen);
    return Object.keys(variables)
      .filter((id) => resolve(id) === undefined)
      .map((id) => `${id} is worth nothing`);
  });
}

function hasLoop({ variables, variableCollections }: Meta): boolean {
  const overrides = Object.values(variableCollections).map((one) =>
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

/** Temporary ids of the bodies, be they keys or values. */
function leakedIds(meta: Meta): string[] {
  const leak =
    /"(new \d+( mode)?|theme|brand|light|dark)":|"(id|modeId|\w+Id)":"(new \d|theme|brand|light|dark)/;
  const [found] = leak.exec(JSON.stringify(meta)) ?? [];
  return found === undefined ? [] : [`a temporary id is left: ${found}`];
}
