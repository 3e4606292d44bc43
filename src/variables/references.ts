import { isAliased, withAlias, withoutAlias, withoutSource } from './alias-graph.ts';
import type { Draft } from './draft.ts';
import type { Collection } from './state.ts';
import { aliasParts, type Value, type VariableType } from './values.ts';

/** Every extension below a collection, nearest first, deleted ones that are still referenced included. */
export function extensionsBelow(draft: Draft, collectionId: string): Collection[] {
  const found: Collection[] = [];
  const pending = [...(draft.collection(collectionId)?.extensionIds ?? [])];
  for (const id of pending) {
    const extension = draft.collection(id);
    if (extension === undefined) continue;
    found.push(extension);
    for (const below of extension.extensionIds) pending.push(below);
  }
  return found;
}

/** Counts the aliases of a value that is set, or of one set once more. */
export function countAliases(draft: Draft, variableId: string, type: VariableType, value: Value): void {
  for (const { id } of aliasParts(type, value)) draft.aliases = withAlias(draft.aliases, variableId, id);
}

/** Takes back the aliases of a value that goes; what was kept only for them goes too. */
export function dropAliases(
  draft: Draft,
  variableId: string,
  type: VariableType,
  value: Value | undefined,
): void {
  const parts = value === undefined ? [] : aliasParts(type, value);
  for (const { id } of parts) draft.aliases = withoutAlias(draft.aliases, variableId, id);
  for (const { id } of parts) forgetVariable(draft, id);
}

/**
 * Takes a variable out of its collection. It stays, marked, while anything refers to it.
 *
 * @see VAR-21, VAR-80, B16
 */
export function deleteVariable(draft: Draft, id: string): void {
  const variable = draft.editVariable(id);
  const collection = draft.editCollection(variable.collectionId);
  collection.removedIds.add(id);
  if (collection.names.get(variable.name) === id) collection.names.delete(variable.name);
  variable.deletedButReferenced = true;
  collection.deletedIds.add(id);
  forgetVariable(draft, id);
}

/** Takes a collection out, its variables and overrides included. @see VAR-26, VAR-80, B16 */
export function deleteCollection(draft: Draft, id: string): void {
  const { variableIds, removedIds } = draft.editCollection(id);
  const live = variableIds.filter((variableId) => !removedIds.has(variableId) && draft.variable(variableId));
  for (const variableId of live) deleteVariable(draft, variableId);
  draft.editCollection(id).deletedButReferenced = true;
  forgetCollection(draft, id);
}

/** Removes a deleted variable once nothing refers to it, and then those that only it referred to. */
export function forgetVariable(draft: Draft, first: string): void {
  const pending = [first];
  for (const id of pending) {
    const variable = draft.variable(id);
    if (!variable?.deletedButReferenced || variable.remote) continue;
    if (isAliased(draft.aliases, id) || draft.context.isBound?.(id)) continue;
    for (const target of draft.aliases.targets.get(id)?.keys() ?? []) pending.push(target);
    draft.aliases = withoutSource(draft.aliases, id);
    draft.removeVariable(id);
    forgetOverrides(draft, variable.collectionId, id);
    draft.editCollection(variable.collectionId).deletedIds.delete(id);
    forgetCollection(draft, variable.collectionId);
  }
}

function forgetOverrides(draft: Draft, collectionId: string, variableId: string): void {
  for (const { id } of extensionsBelow(draft, collectionId)) {
    if (draft.overrideOf(id, variableId) !== undefined) draft.editOverride(id, variableId).clear();
  }
}

/** Removes a deleted collection once no variable, extension or node needs it, and then its parent. */
export function forgetCollection(draft: Draft, id: string): void {
  const collection = draft.collection(id);
  if (!collection?.deletedButReferenced || collection.remote) return;
  const needed = collection.deletedIds.size > 0 || collection.extensionIds.length > 0;
  if (needed || draft.context.isBound?.(id)) return;
  if (collection.extension !== undefined) leaveParent(draft, collection, collection.extension.parentId);
  draft.removeCollection(id);
}

/** Takes an extension from what it extends, with the aliases of its overrides. */
export function leaveParent(draft: Draft, { id }: Collection, parentId: string): void {
  for (const variableId of draft.overriddenIds(id)) dropOverrides(draft, id, variableId);
  if (draft.collection(parentId) === undefined) return;
  const parent = draft.editCollection(parentId);
  parent.extensionIds = parent.extensionIds.filter((extensionId) => extensionId !== id);
  forgetCollection(draft, parentId);
}

function dropOverrides(draft: Draft, collectionId: string, variableId: string): void {
  const overrides = draft.editOverride(collectionId, variableId);
  const values = [...overrides.values()];
  overrides.clear();
  const type = draft.variable(variableId)?.type;
  for (const value of values) if (type !== undefined) dropAliases(draft, variableId, type, value);
}
