import { type Draft, openVariable } from './draft.ts';
import { countAliases } from './references.ts';
import type { Variable } from './state.ts';
import { aliasParts } from './values.ts';

/** Takes a library's variable in, and what it aliases, when the file begins to use it. @see VAR-08, VAR-20 */
export function takeRemote(draft: Draft, wanted: string): Variable | undefined {
  const pending = [wanted];
  for (const id of pending) {
    const found = draft.variable(id) === undefined ? draft.context.findRemote?.(id) : undefined;
    if (found === undefined) continue;
    const { variable, collection } = found;
    if (draft.collection(collection.id) === undefined) draft.addCollection(collection);
    draft.addVariable(openVariable(variable));
    for (const value of variable.values.values()) {
      countAliases(draft, variable.id, variable.type, value);
      pending.push(...aliasParts(variable.type, value).map((part) => part.id));
    }
  }
  return draft.variable(wanted);
}
