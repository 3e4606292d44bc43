import { useMemo } from 'react';
import { inheritedValue, type ResolvedValue, valueResolver } from '../../../src/variables/resolve-value.ts';
import type { Collection, Variable, VariablesState } from '../../../src/variables/state.ts';
import type { Value } from '../../../src/variables/values.ts';

/** A mode of a collection, and what the table asks of it. */
export interface Column {
  readonly modeId: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly collectionName: string;
  /** The collection has values of its own only where it says otherwise than what it extends. */
  readonly isExtended: boolean;
  readonly valueOf: (variable: Variable) => Value | undefined;
  /** Whether an extension says the value itself. */
  readonly hasOverride: (variable: Variable) => boolean;
  /** What a variable is worth in this mode, through all that it follows. */
  readonly resolve: (variableId: string) => ResolvedValue | undefined;
  readonly nameOf: (variableId: string) => string;
  readonly collectionNamed: (collectionId: string) => string;
  /** All variables of the file. */
  readonly variables: () => readonly Variable[];
}

export const useColumns = (state: VariablesState, collection: Collection): readonly Column[] =>
  useMemo(() => columnsOf(state, collection), [state, collection]);

function columnsOf(state: VariablesState, collection: Collection): Column[] {
  const { id, extension, modes, defaultModeId } = collection;
  let all: readonly Variable[] | undefined;
  const variables = () => {
    all ??= state.collectionIds.flatMap((known) =>
      (state.collections.get(known)?.variableIds ?? []).flatMap((one) => state.variables.get(one) ?? []),
    );
    return all;
  };
  return modes.map(({ modeId, name }) => ({
    modeId,
    name,
    variables,
    isDefault: modeId === defaultModeId,
    collectionName: collection.name,
    isExtended: extension !== undefined,
    valueOf: (variable) => inheritedValue(state, variable, collection, modeId),
    hasOverride: (variable) => extension?.overrides.get(variable.id)?.has(modeId) === true,
    resolve: valueResolver(state, new Map([[id, modeId]])),
    nameOf: (variableId) => state.variables.get(variableId)?.name ?? 'a variable that is not here',
    collectionNamed: (collectionId) => state.collections.get(collectionId)?.name ?? '',
  }));
}
