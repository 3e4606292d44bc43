import { type Draft, openVariable, type RemoteVariable } from './draft.ts';
import { countAliases } from './references.ts';
import type { Variable } from './state.ts';
import { aliasParts } from './values.ts';

/** Takes a library's variable in, and what it aliases, when the file begins to use it. @see VAR-08, VAR-20 */
export function takeRemote(draft: Draft, wanted: string): Variable | undefined {
  const pending = [wanted];
  for (const id of pending) {
    const found = draft.variable(id) === undefined ? draft.context.findRemote?.(id) : undefined;
    if (found === undefined) continue;
    const { variable } = found;
    takeCollection(draft, found);
    draft.addVariable(openVariable(variable));
    for (const value of variable.values.values()) {
      countAliases(draft, variable.id, variable.type, value);
      pending.push(...aliasParts(variable.type, value).map((part) => part.id));
    }
  }
  return draft.variable(wanted);
}

/** A library that was published again may list its variables under other ids in the same collection. */
function takeCollection(draft: Draft, { variable, collection }: RemoteVariable): void {
  const known = draft.collection(collection.id);
  if (known === undefined) draft.addCollection(collection);
  else if (known.remote && known.names.get(variable.name) !== variable.id) {
    const open = draft.editCollection(collection.id);
    open.variableIds = [...collection.variableIds];
    open.names = new Map(collection.names);
  }
}
