import {
  type Collection,
  childrenOf,
  familyOf,
  type Json,
  live,
  liveVariable,
  type Mode,
  must,
  type NaiveContext,
  type NaiveState,
  Refused,
  type Variable,
} from './naive-state.suite.ts';
import { forget, setValue, withRealIds } from './naive-values.suite.ts';

/**
 * A second model of collections and their changes, written to be read: plain objects, no index, everything looked
 * for anew. It knows what the random changes of the properties use, and nothing of files and libraries around it.
 */

const defaults: Record<string, Json> = {
  BOOLEAN: true,
  FLOAT: 0,
  STRING: 'String value',
  COLOR: { r: 1, g: 1, b: 1, a: 1 },
};

/** The new state, or undefined where the body is refused. */
export function naiveApply(before: NaiveState, body: Json, context: NaiveContext): NaiveState | undefined {
  const state = structuredClone(before);
  const temporary: Record<string, string> = {};
  const real = (id: string) => temporary[id] ?? id;
  const name = (entry: Json, id: string) => {
    if (entry.id !== undefined) temporary[entry.id] = id;
  };
  try {
    for (const entry of body.variableCollections ?? []) {
      const id = entry.action === 'CREATE' ? `VariableCollectionId:${context.newId()}` : real(entry.id);
      if (entry.action === 'CREATE') createCollection(state, entry, id, real, name, context);
      if (entry.action === 'DELETE') deleteCollection(state, live(state, id));
      if (entry.action === 'CREATE') name(entry, id);
      forget(state, context);
    }
    for (const entry of body.variableModes ?? []) {
      if (entry.action === 'CREATE') name(entry, createMode(state, entry, real, context));
      if (entry.action === 'UPDATE') renameMode(state, entry, real);
      if (entry.action === 'DELETE') deleteMode(state, real(entry.id));
      forget(state, context);
    }
    for (const entry of body.variables ?? []) {
      if (entry.action === 'CREATE') name(entry, createVariable(state, entry, real, context));
      if (entry.action === 'UPDATE') renameVariable(state, liveVariable(state, real(entry.id)), entry.name);
      if (entry.action === 'DELETE') deleteVariable(state, liveVariable(state, real(entry.id)));
      forget(state, context);
    }
    for (const { variableId, modeId, value } of body.variableModeValues ?? []) {
      setValue(state, liveVariable(state, real(variableId)), real(modeId), withRealIds(value, real));
      forget(state, context);
    }
    return state;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

const inherited = (collectionId: string, mode: Mode): Mode => ({
  modeId: `${collectionId}/${mode.modeId.split('/').at(-1)}`,
  name: mode.name,
  parentModeId: mode.modeId,
});

function createCollection(
  state: NaiveState,
  entry: Json,
  id: string,
  real: (id: string) => string,
  name: (entry: Json, id: string) => void,
  context: NaiveContext,
): void {
  const begun = { id, name: entry.name, variableIds: [], deleted: false, overrides: {} };
  if (entry.parentVariableCollectionId === undefined) {
    const modeId = context.newId();
    name({ id: entry.initialModeId }, modeId);
    const modes = [{ modeId, name: 'Mode 1' }];
    state.collections.push({ ...begun, key: context.newKey(), modes, defaultModeId: modeId });
    return;
  }
  const parent = live(state, real(entry.parentVariableCollectionId));
  const modes = parent.modes.map((mode) => inherited(id, mode));
  const first = modes.find(({ parentModeId }) => parentModeId === parent.defaultModeId) ?? modes[0];
  const more = { parentId: parent.id, key: context.newKey(), modes, defaultModeId: first?.modeId ?? '' };
  state.collections.push({ ...begun, ...more });
}

function deleteCollection(state: NaiveState, collection: Collection): void {
  must(childrenOf(state, collection).every(({ deleted }) => deleted));
  for (const id of [...collection.variableIds]) deleteVariable(state, liveVariable(state, id));
  collection.deleted = true;
}

function createMode(
  state: NaiveState,
  entry: Json,
  real: (id: string) => string,
  context: NaiveContext,
): string {
  const collection = live(state, real(entry.variableCollectionId));
  must(collection.parentId === undefined && entry.name.length <= 40);
  must(familyOf(state, collection).every(({ modes }) => modes.length < 40));
  const mode = { modeId: context.newId(), name: entry.name };
  for (const variable of state.variables.filter(({ collectionId }) => collectionId === collection.id))
    variable.values[mode.modeId] = structuredClone(variable.values[collection.defaultModeId]);
  const append = (to: Collection, added: Mode): void => {
    to.modes.push(added);
    for (const child of childrenOf(state, to)) append(child, inherited(child.id, added));
  };
  append(collection, mode);
  return mode.modeId;
}

const inheriting = (state: NaiveState, collection: Collection, modeId: string) =>
  childrenOf(state, collection).flatMap((child) => {
    const mode = child.modes.find(({ parentModeId }) => parentModeId === modeId);
    return mode === undefined ? [] : [{ child, mode }];
  });

function renameMode(state: NaiveState, entry: Json, real: (id: string) => string): void {
  const collection = live(state, real(entry.variableCollectionId));
  const mode = collection.modes.find(({ modeId }) => modeId === real(entry.id));
  must(mode && collection.parentId === undefined && entry.name.length <= 40);
  const rename = (of: Collection, renamed: Mode): void => {
    renamed.name = entry.name;
    for (const { child, mode } of inheriting(state, of, renamed.modeId)) rename(child, mode);
  };
  rename(collection, mode);
}

function deleteMode(state: NaiveState, modeId: string): void {
  const collection = state.collections.find(({ modes }) => modes.some((mode) => mode.modeId === modeId));
  must(collection && !collection.deleted && collection.modes.length > 1);
  must(collection.modes.every((mode) => mode.modeId !== modeId || mode.parentModeId === undefined));
  for (const { mode } of inheriting(state, collection, modeId)) delete mode.parentModeId;
  collection.modes = collection.modes.filter((mode) => mode.modeId !== modeId);
  const moveDefault = (of: Collection, to: string): void => {
    of.defaultModeId = to;
    for (const { child, mode } of inheriting(state, of, to)) moveDefault(child, mode.modeId);
  };
  if (collection.defaultModeId === modeId) moveDefault(collection, collection.modes[0]?.modeId ?? '');
  for (const { collectionId, values } of state.variables)
    if (collectionId === collection.id) delete values[modeId];
  for (const values of Object.values(collection.overrides)) delete values[modeId];
}

function createVariable(
  state: NaiveState,
  entry: Json,
  real: (id: string) => string,
  context: NaiveContext,
): string {
  const collection = live(state, real(entry.variableCollectionId));
  must(collection.parentId === undefined && collection.variableIds.length < 5000);
  const id = `VariableID:${context.newId()}`;
  const values = Object.fromEntries(
    collection.modes.map(({ modeId }) => [modeId, defaults[entry.resolvedType]]),
  );
  const made = { id, name: '', key: context.newKey(), collectionId: collection.id, type: entry.resolvedType };
  state.variables.push({ ...made, values, deleted: false });
  collection.variableIds.push(id);
  renameVariable(state, liveVariable(state, id), entry.name);
  return id;
}

function renameVariable(state: NaiveState, variable: Variable, name: string): void {
  const others = state.variables.filter(
    (other) => other.collectionId === variable.collectionId && other !== variable && !other.deleted,
  );
  must(others.every((other) => other.name !== name) && !/[.{}]/.test(name));
  variable.name = name;
}

function deleteVariable(state: NaiveState, variable: Variable): void {
  const collection = state.collections.find(({ id }) => id === variable.collectionId);
  variable.deleted = true;
  if (collection) collection.variableIds = collection.variableIds.filter((id) => id !== variable.id);
}
