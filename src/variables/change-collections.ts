import {
  ChangeRefused,
  type Entry,
  isEntry,
  isText,
  optionalFlag,
  optionalName,
  refuseFields,
  requiredText,
} from './change-fields.ts';
import { claimTemporaryId, freshId, freshModeId, localCollection } from './change-targets.ts';
import type { Draft } from './draft.ts';
import { persistentMap } from './persistent-map.ts';
import { deleteCollection, extensionsBelow } from './references.ts';
import { type Collection, type Mode, maxExtensions } from './state.ts';

const initialModeName = 'Mode 1';

/** @see VAR-36…VAR-40 */
export const collectionChanges = {
  CREATE: (draft: Draft, entry: Entry): void => {
    const temporaryId = optionalName(entry, 'id');
    claimTemporaryId(draft, 'id', temporaryId);
    const begun = {
      name: requiredText(entry, 'name'),
      hiddenFromPublishing: optionalFlag(entry, 'hiddenFromPublishing') ?? false,
      id: freshId(draft, 'VariableCollectionId:', (id) => draft.collection(id)),
    };
    if (entry.parentVariableCollectionId === undefined) addPlain(draft, entry, begun);
    else addExtension(draft, entry, begun);
    if (temporaryId !== undefined) draft.temporary.assign('collection', temporaryId, begun.id);
  },

  UPDATE: (draft: Draft, entry: Entry): void => {
    const { id } = localCollection(draft, entry, 'id');
    refuseFields(entry, createOnly, 'can be given only when a collection is created');
    const name = optionalName(entry, 'name');
    const hidden = optionalFlag(entry, 'hiddenFromPublishing');
    const collection = draft.editCollection(id);
    collection.name = name ?? collection.name;
    collection.hiddenFromPublishing = hidden ?? collection.hiddenFromPublishing;
  },

  DELETE: (draft: Draft, entry: Entry): void => {
    const { id, extensionIds } = localCollection(draft, entry, 'id');
    const live = extensionIds.find((extensionId) => !draft.collection(extensionId)?.deletedButReferenced);
    if (live !== undefined) throw new ChangeRefused('id', `names a collection that ${live} extends`);
    deleteCollection(draft, id);
  },
};

const createOnly = ['parentVariableCollectionId', 'initialModeId', 'initialModeIdToParentModeIdMapping'];

type Begun = Pick<Collection, 'id' | 'name' | 'hiddenFromPublishing'>;
type Modes = Pick<Collection, 'modes' | 'defaultModeId' | 'extension'>;

function newCollection(draft: Draft, begun: Begun, modes: Modes): Collection {
  return {
    ...begun,
    ...modes,
    key: draft.context.newKey(),
    remote: false,
    variableIds: [],
    names: new Map(),
    deletedIds: new Set(),
    extensionIds: [],
    deletedButReferenced: false,
  };
}

/** @see VAR-39, VAR-66, EXT-10 */
function addPlain(draft: Draft, entry: Entry, begun: Begun): void {
  refuseFields(entry, ['initialModeIdToParentModeIdMapping'], 'can be given only with a parent collection');
  const temporaryId = optionalName(entry, 'initialModeId');
  claimTemporaryId(draft, 'initialModeId', temporaryId);
  const modeId = freshModeId(draft);
  if (temporaryId !== undefined) draft.temporary.assign('mode', temporaryId, modeId);
  const modes = { modes: [{ modeId, name: initialModeName }], defaultModeId: modeId };
  draft.addCollection(newCollection(draft, begun, modes));
}

/** @see EXT-08, EXT-09, EXT-22, B18 */
function addExtension(draft: Draft, entry: Entry, begun: Begun): void {
  const parent = localCollection(draft, entry, 'parentVariableCollectionId');
  const rootId = parent.extension?.rootId ?? parent.id;
  if (extensionsBelow(draft, rootId).length >= maxExtensions) {
    const reason = `names a collection with no room: ${rootId} has ${maxExtensions} extensions already`;
    throw new ChangeRefused('parentVariableCollectionId', reason);
  }
  refuseFields(entry, ['initialModeId'], 'can not be given with a parent collection');
  const modes = parent.modes.map((mode) => extendedMode(begun.id, mode));
  nameModes(draft, entry, parent, modes);
  const extension = {
    parentId: parent.id,
    rootId,
    overrides: persistentMap<ReadonlyMap<string, never>>(),
    inheritedIds: [],
  };
  const defaultMode = modes.find((mode) => mode.parentModeId === parent.defaultModeId) ?? (modes[0] as Mode);
  const inherited = { modes, defaultModeId: defaultMode.modeId, extension };
  draft.addCollection(newCollection(draft, begun, inherited));
  draft.editCollection(parent.id).extensionIds = [...parent.extensionIds, begun.id];
}

/**
 * The mode that an extension has for one of its parent: its own collection's id, then the numbers of the mode
 * at the top of the chain.
 *
 * @see EXT-18
 */
export function extendedMode(collectionId: string, parent: Mode): Mode {
  const numbers = parent.modeId.slice(parent.modeId.lastIndexOf('/') + 1);
  return { modeId: `${collectionId}/${numbers}`, name: parent.name, parentModeId: parent.modeId };
}

/** Characters of an unknown id that a reason repeats. */
const mostShown = 60;

/** Gives temporary ids to inherited modes. @see EXT-11, EXT-12, EXT-13 */
function nameModes(draft: Draft, entry: Entry, parent: Collection, modes: readonly Mode[]): void {
  const field = 'initialModeIdToParentModeIdMapping';
  const mapping = entry[field] ?? {};
  if (entry[field] === null || !isEntry(mapping)) throw new ChangeRefused(field, 'must be an object');
  for (const [givenId, temporaryId] of Object.entries(mapping)) {
    const path = `${field}[${JSON.stringify(givenId.slice(0, mostShown))}]`;
    const parentModeId = draft.temporary.realIdOf('mode', path, givenId);
    const mode = modes.find((inherited) => inherited.parentModeId === parentModeId);
    if (mode === undefined) throw new ChangeRefused(path, `names no mode of ${parent.id}`);
    if (!isText(temporaryId) || temporaryId === '') throw new ChangeRefused(path, 'must be a temporary id');
    claimTemporaryId(draft, path, temporaryId);
    draft.temporary.assign('mode', temporaryId, mode.modeId);
  }
}
