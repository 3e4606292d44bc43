import { printCollection, printVariable } from '../variables/print-local-variables.ts';
import type { VariablesState } from '../variables/state.ts';

/** A variable or a collection as answers show it, without lists of ids; null where it is not there. */
export type PrintedMember = Readonly<Record<string, unknown>> | null;

/** Variables and collections by their ids. */
export interface PrintedMembers {
  readonly variables: ReadonlyMap<string, PrintedMember>;
  readonly variableCollections: ReadonlyMap<string, PrintedMember>;
}

/** These members of a state; yields after each of them. */
export function* printMembers(
  ids: { readonly variables: Iterable<string>; readonly collections: Iterable<string> },
  state: VariablesState,
): Generator<void, PrintedMembers> {
  const variables = new Map<string, PrintedMember>();
  const variableCollections = new Map<string, PrintedMember>();
  for (const id of ids.variables) {
    const variable = state.variables.get(id);
    variables.set(id, variable === undefined ? null : printVariable(variable));
    yield;
  }
  for (const id of ids.collections) {
    const collection = state.collections.get(id);
    const printed = collection && withoutLists(printCollection(state, collection));
    variableCollections.set(id, printed ?? null);
    yield;
  }
  return { variables, variableCollections };
}

const lists = new Set(['variableIds', 'inheritedVariableIds', 'localVariableIds']);

const withoutLists = (printed: object): PrintedMember =>
  Object.fromEntries(Object.entries(printed).filter(([name]) => !lists.has(name)));
