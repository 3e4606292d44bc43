import { differingKeys } from '../persistent-map.ts';
import type { Collection, VariablesState } from '../state.ts';

/** Ids of the variables that may resolve to another value after a change. */
export function affectedVariables(before: VariablesState, after: VariablesState): ReadonlySet<string> {
  const affected = new Set(differingKeys(before.variables, after.variables));
  for (const id of differingKeys(before.collections, after.collections)) {
    const [earlier, later] = [before.collections.get(id), after.collections.get(id)];
    for (const variable of affectedBy(earlier, later, after)) affected.add(variable);
  }
  // Grows while it is walked.
  for (const id of affected) {
    for (const { aliases } of [before, after])
      for (const [source] of aliases.sources.get(id) ?? []) affected.add(source);
  }
  return affected;
}

/** A collection that only got or lost variables affects no others. */
function affectedBy(
  before: Collection | undefined,
  after: Collection | undefined,
  state: VariablesState,
): Iterable<string> {
  const isSame =
    before?.modes === after?.modes &&
    before?.defaultModeId === after?.defaultModeId &&
    before?.extensionIds === after?.extensionIds;
  if (isSame) return differingOverrides(before, after);
  const rootId = after?.extension?.rootId ?? before?.extension?.rootId ?? after?.id ?? before?.id;
  return [...state.variables].filter(([, { collectionId }]) => collectionId === rootId).map(([id]) => id);
}

function differingOverrides(before: Collection | undefined, after: Collection | undefined): string[] {
  const [earlier, later] = [before?.extension?.overrides, after?.extension?.overrides];
  if (earlier === undefined || later === undefined) return [];
  return earlier === later ? [] : differingKeys(earlier, later);
}
