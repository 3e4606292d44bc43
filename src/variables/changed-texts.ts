import { type Entry, isEntry, isText } from './fields.ts';
import type { VariablesState } from './state.ts';

/** Ids of the STRING variables of a state that a body names in its changes of variables and values. */
export function changedTexts({ variables }: VariablesState, body: unknown): ReadonlySet<string> {
  const lists = isEntry(body) ? body : {};
  const named = [
    ...entriesOf(lists.variables).map(({ id }) => id),
    ...entriesOf(lists.variableModeValues).map(({ variableId }) => variableId),
  ];
  return new Set(named.filter(isText).filter((id) => variables.get(id)?.type === 'STRING'));
}

const entriesOf = (list: unknown): Entry[] => (Array.isArray(list) ? list.filter(isEntry) : []);
