import { extendedMode } from './change-collections.ts';
import { ChangeRefused, type Entry, optionalName, requiredText } from './change-fields.ts';
import {
  checkedLocal,
  claimTemporaryId,
  freshModeId,
  idIn,
  limits,
  localCollection,
} from './change-targets.ts';
import type { CollectionDraft, Draft } from './draft.ts';
import { countAliases, dropAliases, extensionsBelow } from './references.ts';
import type { Collection, Mode, Variable } from './state.ts';
import { defaultValues } from './values.ts';

/** @see VAR-41…VAR-44 */
export const modeChanges = {
  CREATE: (draft: Draft, entry: Entry): void => {
    const temporaryId = optionalName(entry, 'id');
    claimTemporaryId(draft, 'id', temporaryId);
    const name = shortName(requiredText(entry, 'name'));
    const collection = localCollection(draft, entry, 'variableCollectionId');
    if (collection.extension !== undefined) {
      throw new ChangeRefused(
        'variableCollectionId',
        'names an extended collection, which takes no new modes',
      );
    }
    checkRoom(draft, collection);
    const mode = { modeId: freshModeId(draft), name };
    fillMode(draft, collection, mode.modeId);
    appendMode(draft, collection.id, mode);
    if (temporaryId !== undefined) draft.temporary.assign('mode', temporaryId, mode.modeId);
  },

  UPDATE: (draft: Draft, entry: Entry): void => {
    const collection = localCollection(draft, entry, 'variableCollectionId');
    const mode = modeIn(draft, entry, collection);
    if (collection.extension !== undefined) {
      throw new ChangeRefused('id', 'names a mode of an extended collection, which can not be changed');
    }
    const name = optionalName(entry, 'name');
    if (name !== undefined) renameMode(draft, collection.id, mode.modeId, shortName(name));
  },

  DELETE: (draft: Draft, entry: Entry): void => {
    const collection = collectionOfMode(draft, entry);
    const mode = modeIn(draft, entry, collection);
    if (mode.parentModeId !== undefined) {
      throw new ChangeRefused('id', `names an inherited mode; its parent ${mode.parentModeId} still exists`);
    }
    if (collection.modes.length === 1) throw new ChangeRefused('id', 'names the last mode of its collection');
    removeMode(draft, collection, mode);
  },
};

/** @see VAR-68 */
function shortName(name: string): string {
  if ([...name].length <= limits.modeNameCharacters) return name;
  throw new ChangeRefused('name', `must have at most ${limits.modeNameCharacters} characters`);
}

/** The collection that is named, or the one that has the mode. @see ruling H6 */
function collectionOfMode(draft: Draft, entry: Entry): Collection {
  if (entry.variableCollectionId !== undefined) return localCollection(draft, entry, 'variableCollectionId');
  const owner = draft.modeOwner(idIn(draft, entry, 'id', 'mode'));
  if (owner === undefined) throw new ChangeRefused('id', 'names no mode of a collection made in this file');
  return checkedLocal(draft.collection(owner), 'id', 'collection');
}

function modeIn(draft: Draft, entry: Entry, collection: Collection): Mode {
  const id = idIn(draft, entry, 'id', 'mode');
  const mode = collection.modes.find(({ modeId }) => modeId === id);
  if (mode === undefined) throw new ChangeRefused('id', `names no mode of ${collection.id}`);
  return mode;
}

/** The new mode is inherited, so every extension needs room for it too. @see VAR-67 */
function checkRoom(draft: Draft, collection: Collection): void {
  const full = [collection, ...extensionsBelow(draft, collection.id)].find(
    ({ modes }) => modes.length >= limits.modesPerCollection,
  );
  if (full === undefined) return;
  const reason = `names a collection with no room: ${full.id} has ${full.modes.length} modes already`;
  throw new ChangeRefused('variableCollectionId', reason);
}

/** Gives every variable the value of the default mode. @see VAR-76, B15 */
function fillMode(draft: Draft, collection: Collection, modeId: string): void {
  for (const variable of variablesIn(draft, collection)) {
    const value = variable.values.get(collection.defaultModeId) ?? defaultValues[variable.type];
    countAliases(draft, variable.id, variable.type, value);
    draft.editVariable(variable.id).values.set(modeId, value);
  }
}

function appendMode(draft: Draft, collectionId: string, mode: Mode): void {
  const collection = draft.editCollection(collectionId);
  collection.modes = [...collection.modes, mode];
  draft.ownModes(collection);
  for (const id of collection.extensionIds) appendMode(draft, id, extendedMode(id, mode));
}

function renameMode(draft: Draft, collectionId: string, modeId: string, name: string): void {
  const collection = draft.editCollection(collectionId);
  collection.modes = collection.modes.map((mode) => (mode.modeId === modeId ? { ...mode, name } : mode));
  for (const [id, inherited] of inheritors(draft, collection, modeId)) {
    renameMode(draft, id, inherited.modeId, name);
  }
}

/**
 * Extended modes outlive the mode they come from, without a parent.
 *
 * @see EXT-16, B16, B17
 */
function removeMode(draft: Draft, { id }: Collection, { modeId }: Mode): void {
  const collection = draft.editCollection(id);
  const inherited = inheritors(draft, collection, modeId);
  collection.modes = collection.modes.filter((mode) => mode.modeId !== modeId);
  for (const [extensionId, mode] of inherited) orphanMode(draft.editCollection(extensionId), mode);
  if (collection.defaultModeId === modeId) setDefaultMode(draft, collection, collection.modes[0] as Mode);
  if (collection.extension === undefined) emptyMode(draft, collection, modeId);
  else emptyExtendedMode(draft, collection, modeId);
}

function orphanMode(extension: CollectionDraft, { modeId, name }: Mode): void {
  extension.modes = extension.modes.map((mode) => (mode.modeId === modeId ? { modeId, name } : mode));
}

/** Extensions have the same default as what they extend. */
function setDefaultMode(draft: Draft, collection: CollectionDraft, { modeId }: Mode): void {
  collection.defaultModeId = modeId;
  for (const [id, inherited] of inheritors(draft, collection, modeId)) {
    setDefaultMode(draft, draft.editCollection(id), inherited);
  }
}

function emptyMode(draft: Draft, collection: Collection, modeId: string): void {
  for (const variable of variablesIn(draft, collection)) {
    const { values } = draft.editVariable(variable.id);
    const value = values.get(modeId);
    values.delete(modeId);
    dropAliases(draft, variable.id, variable.type, value);
  }
}

function emptyExtendedMode(draft: Draft, collection: Collection, modeId: string): void {
  for (const variableId of draft.overriddenIds(collection.id)) {
    const value = draft.overrideOf(collection.id, variableId)?.get(modeId);
    const variable = draft.variable(variableId);
    if (value === undefined || variable === undefined) continue;
    draft.editOverride(collection.id, variableId).delete(modeId);
    dropAliases(draft, variableId, variable.type, value);
  }
}

function inheritors(draft: Draft, { extensionIds }: Collection, modeId: string): [string, Mode][] {
  return extensionIds.flatMap((id) => {
    const mode = draft.collection(id)?.modes.find(({ parentModeId }) => parentModeId === modeId);
    return mode === undefined ? [] : [[id, mode] as [string, Mode]];
  });
}

/** Deleted ones that are still referenced included: they keep a value for every mode. */
function* variablesIn(draft: Draft, collection: Collection): Generator<Variable> {
  for (const id of new Set([...collection.variableIds, ...collection.deletedIds])) {
    const variable = draft.variable(id);
    if (variable !== undefined) yield variable;
  }
}
