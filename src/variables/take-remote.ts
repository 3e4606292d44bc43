import { type Draft, openVariable, type RemoteVariable } from './draft.ts';
import { countAliases, extensionsBelow } from './references.ts';
import type { Collection, Variable } from './state.ts';
import { aliasParts, type Value } from './values.ts';

/** Adds a library's variable, and what it aliases, when the file begins to use it. @see VAR-08, VAR-20 */
export function takeRemote(draft: Draft, wanted: string): Variable | undefined {
  takeAll(draft, [wanted]);
  return draft.variable(wanted);
}

function takeAll(draft: Draft, wanted: readonly string[]): void {
  const pending = [...wanted];
  for (const id of pending) {
    const found = draft.variable(id) === undefined ? draft.context.findRemote?.(id) : undefined;
    if (found === undefined) continue;
    takeCollection(draft, found);
    draft.addVariable(openVariable(found.variable));
    const { id: taken, collectionId, values } = found.variable;
    for (const target of countTargets(draft, found.variable, values.values())) pending.push(target);
    for (const extension of extensionsBelow(draft, collectionId)) {
      const overrides = overridesOf(draft, extension, taken);
      for (const target of countTargets(draft, found.variable, overrides)) pending.push(target);
    }
  }
}

const overridesOf = (draft: Draft, { id }: Collection, variableId: string): Iterable<Value> =>
  draft.overrideOf(id, variableId)?.values() ?? [];

/** Counts the aliases of values that a variable has got, and answers what they lead to. */
function countTargets(draft: Draft, { id, type }: Variable, values: Iterable<Value>): string[] {
  return [...values].flatMap((value) => {
    countAliases(draft, id, type, value);
    return aliasParts(type, value).map((part) => part.id);
  });
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

/** Adds a library's collection, and what it extends, when nodes begin to choose its modes. */
export function takeRemoteCollection(draft: Draft, wanted: string): void {
  if (draft.collection(wanted) !== undefined) return;
  for (const collection of draft.context.findRemoteCollection?.(wanted) ?? []) {
    if (draft.collection(collection.id) !== undefined) continue;
    draft.addCollection(collection);
    if (collection.extension !== undefined) takeExtension(draft, collection, collection.extension.parentId);
  }
}

function takeExtension(draft: Draft, extension: Collection, parentId: string): void {
  const parent = draft.editCollection(parentId);
  parent.extensionIds = [...parent.extensionIds, extension.id];
  for (const id of draft.overriddenIds(extension.id)) {
    const variable = draft.variable(id);
    if (variable !== undefined)
      takeAll(draft, countTargets(draft, variable, overridesOf(draft, extension, id)));
  }
}
