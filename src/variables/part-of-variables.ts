import { persistentMap } from './persistent-map.ts';
import type { Collection, Variable, VariablesState } from './state.ts';

/** The variables of some ids, as far as a state has them, and the collections that hold them, which name no others. */
export function partOf(state: VariablesState, ids: readonly string[]): VariablesState {
  const variables = new Map<string, Variable>();
  for (const id of ids) {
    const found = state.variables.get(id);
    if (found !== undefined) variables.set(id, found);
  }
  const holding = new Set([...variables.values()].map(({ collectionId }) => collectionId));
  const collections = new Map<string, Collection>();
  for (const id of holding) {
    const found = state.collections.get(id);
    if (found !== undefined) collections.set(id, namingOnly(variables, found));
  }
  return {
    ...state,
    variables: persistentMap(variables),
    collections: persistentMap(collections),
    collectionIds: state.collectionIds.filter((id) => collections.has(id)),
  };
}

function namingOnly(shown: ReadonlyMap<string, Variable>, collection: Collection): Collection {
  const { extension } = collection;
  const isShown = (id: string): boolean => shown.has(id);
  return {
    ...collection,
    variableIds: collection.variableIds.filter(isShown),
    ...(extension && {
      extension: {
        ...extension,
        inheritedIds: extension.inheritedIds.filter(isShown),
        overrides: persistentMap([...extension.overrides].filter(([id]) => isShown(id))),
      },
    }),
  };
}
