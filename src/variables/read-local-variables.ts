import { atOnce } from '../document/run-at-once.ts';
import { aliasGraphSteps } from './alias-graph.ts';
import {
  ChangeRefused,
  type Entry,
  isEntry,
  isText,
  optionalFlag,
  optionalText,
  requiredOneOf,
  requiredText,
} from './change-fields.ts';
import { codeSyntaxOf } from './code-syntax.ts';
import { withAllValues } from './complete-values.ts';
import { persistentMap, persistentMapSteps } from './persistent-map.ts';
import { isScope } from './scopes.ts';
import {
  type Collection,
  type Extension,
  type Mode,
  maxExtensions,
  topOf,
  type Variable,
  type VariablesState,
} from './state.ts';
import { aliasParts, parseValue, type Value, type VariableType, variableTypes } from './values.ts';

/** An answer that can't be taken; the message is one plain sentence that names the place. */
export class VariablesRefused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'VariablesRefused';
  }
}

type Variables = ReadonlyMap<string, Variable>;

/**
 * Reads an answer of getLocalVariables, or its `meta` alone. What an answer may leave out has its default, and
 * what it has beyond the interface is left out. Aliases may point outside of it.
 *
 * @throws VariablesRefused
 */
export const readLocalVariables = (json: unknown): VariablesState => atOnce(readSteps(json));

/** The same, and yields after every variable and collection. @throws VariablesRefused */
export function* readSteps(json: unknown): Generator<void, VariablesState> {
  const meta = isEntry(json) && isEntry(json.meta) ? json.meta : json;
  if (!isEntry(meta)) throw new VariablesRefused('The answer must be an object.');
  const given = yield* entriesOf(meta, 'variables', readVariable);
  const readOf = (entry: Entry): Collection => readCollection(entry, given);
  const collections = yield* linked(yield* entriesOf(meta, 'variableCollections', readOf), given);
  const variables = new Map<string, Variable>();
  for (const [id, one] of given) {
    variables.set(id, withAllValues(one, collections.get(one.collectionId)));
    yield;
  }
  return {
    variables: yield* persistentMapSteps([...variables]),
    collections: yield* persistentMapSteps([...collections]),
    collectionIds: [...collections.keys()],
    aliases: yield* aliasGraphSteps(aliasPairs(variables, collections)),
  };
}

function* entriesOf<T>(
  meta: Entry,
  field: string,
  read: (entry: Entry) => T,
): Generator<void, ReadonlyMap<string, T>> {
  const map = meta[field];
  if (!isEntry(map)) throw new VariablesRefused(`${field} must be an object.`);
  const entries = new Map<string, T>();
  for (const id of Object.keys(map)) {
    const entry = map[id];
    entries.set(id, readOne(`${field}["${id}"]`, id, entry, read));
    yield;
  }
  return entries;
}

function readOne<T>(place: string, id: string, entry: unknown, read: (entry: Entry) => T): T {
  try {
    if (!isEntry(entry)) throw new ChangeRefused(undefined, 'must be an object');
    if (entry.id !== id) throw new ChangeRefused('id', 'must be the key it stands under');
    return read(entry);
  } catch (error) {
    if (!(error instanceof ChangeRefused)) throw error;
    throw new VariablesRefused(`${place}${error.field ? `.${error.field}` : ''} ${error.message}.`);
  }
}

function readVariable(entry: Entry): Variable {
  const type = requiredOneOf(entry, 'resolvedType', variableTypes);
  return {
    id: requiredText(entry, 'id'),
    name: requiredText(entry, 'name'),
    key: requiredText(entry, 'key'),
    collectionId: requiredText(entry, 'variableCollectionId'),
    type,
    values: readValues(entry, 'valuesByMode', type),
    remote: optionalFlag(entry, 'remote') ?? false,
    description: optionalText(entry, 'description') ?? '',
    hiddenFromPublishing: optionalFlag(entry, 'hiddenFromPublishing') ?? false,
    scopes: texts(entry, 'scopes', ['ALL_SCOPES']).filter(isScope),
    codeSyntax: codeSyntaxOf(entry.codeSyntax ?? {}),
    deletedButReferenced: optionalFlag(entry, 'deletedButReferenced') ?? false,
  };
}

/** Before it is linked with the rest of the answer. */
function readCollection(entry: Entry, variables: Variables): Collection {
  const modes = readModes(entry);
  const isExtension = optionalFlag(entry, 'isExtension') ?? false;
  const listed = texts(entry, 'variableIds', []);
  const defaultModeId = requiredText(entry, 'defaultModeId');
  const remote = optionalFlag(entry, 'remote') ?? false;
  if (!remote && !modes.some(({ modeId }) => modeId === defaultModeId)) {
    throw new ChangeRefused('defaultModeId', 'must be one of the modes');
  }
  return {
    id: requiredText(entry, 'id'),
    name: requiredText(entry, 'name'),
    key: requiredText(entry, 'key'),
    modes,
    defaultModeId,
    remote,
    hiddenFromPublishing: optionalFlag(entry, 'hiddenFromPublishing') ?? false,
    variableIds: isExtension ? texts(entry, 'localVariableIds', []) : listed,
    names: new Map(),
    deletedIds: new Set(),
    extensionIds: [],
    deletedButReferenced: optionalFlag(entry, 'deletedButReferenced') ?? false,
    ...(isExtension && { extension: readExtension(entry, listed, variables) }),
  };
}

function readModes(entry: Entry): Mode[] {
  if (!Array.isArray(entry.modes) || !entry.modes.every(isEntry)) {
    throw new ChangeRefused('modes', 'must be a list of objects');
  }
  const modes = entry.modes.map((mode): Mode => {
    const parentModeId = optionalText(mode, 'parentModeId');
    const own = { modeId: requiredText(mode, 'modeId'), name: requiredText(mode, 'name') };
    return parentModeId === undefined ? own : { ...own, parentModeId };
  });
  if (new Set(modes.map(({ modeId }) => modeId)).size === modes.length) return modes;
  throw new ChangeRefused('modes', 'must each have an id of their own');
}

function readExtension(entry: Entry, listed: readonly string[], variables: Variables): Extension {
  const overrides = Object.keys(objectIn(entry, 'variableOverrides')).map((id) => {
    const type = variables.get(id)?.type;
    return [id, readValues(entry.variableOverrides as Entry, id, type)] as const;
  });
  return {
    parentId: requiredText(entry, 'parentVariableCollectionId'),
    rootId: requiredText(entry, 'rootVariableCollectionId'),
    inheritedIds: texts(entry, 'inheritedVariableIds', listed),
    overrides: persistentMap(overrides),
  };
}

function readValues(entry: Entry, field: string, type: VariableType | undefined): Map<string, Value> {
  const values = Object.entries(objectIn(entry, field));
  return new Map(values.map(([modeId, raw]) => [modeId, readValue(`${field}["${modeId}"]`, type, raw)]));
}

/** Colours keep channels outside of 0 to 1, which wide gamuts have. */
function readValue(path: string, type: VariableType | undefined, raw: unknown): Value {
  const parsed = parseValue(type ?? typeLike(raw), raw);
  if ('value' in parsed) return parsed.value;
  const { r, g, b, a = 1 } = isEntry(raw) && type === 'COLOR' ? raw : {};
  if (![r, g, b, a].every((channel) => Number.isFinite(channel)))
    throw new ChangeRefused(path, parsed.problem);
  return { r, g, b, a } as Value;
}

/** For an override of a variable that the answer does not hold. */
function typeLike(raw: unknown): VariableType {
  if (typeof raw === 'boolean') return 'BOOLEAN';
  if (typeof raw === 'number') return 'FLOAT';
  return typeof raw === 'string' ? 'STRING' : 'COLOR';
}

function objectIn(entry: Entry, field: string): Entry {
  const value = entry[field] ?? {};
  if (!isEntry(value)) throw new ChangeRefused(field, 'must be an object');
  return value;
}

function texts(entry: Entry, field: string, absent: readonly string[]): readonly string[] {
  const list = entry[field] ?? absent;
  if (!Array.isArray(list) || !list.every(isText))
    throw new ChangeRefused(field, 'must be a list of strings');
  return list;
}

/** Fills in what collections know of their variables and of each other, and yields after each. */
function* linked(
  read: ReadonlyMap<string, Collection>,
  variables: Variables,
): Generator<void, Map<string, Collection>> {
  const members = yield* membersOf(variables);
  const extensions = Map.groupBy(read, ([, { extension }]) => extension?.parentId);
  const collections = new Map<string, Collection>();
  for (const [id, collection] of read) {
    const extensionIds = (extensions.get(id) ?? []).map(([extensionId]) => extensionId);
    collections.set(id, { ...(yield* withMembers(collection, members.get(id) ?? [])), extensionIds });
    yield;
  }
  checkExtensions(collections);
  for (const { id, remote, collectionId } of variables.values()) {
    yield;
    if (remote || collections.has(collectionId)) continue;
    throw new VariablesRefused(`variables["${id}"].variableCollectionId names no collection of the answer.`);
  }
  return collections;
}

/** @throws VariablesRefused */
function checkExtensions(collections: ReadonlyMap<string, Collection>): void {
  const counts = new Map<string, number>();
  for (const collection of collections.values()) {
    if (collection.extension === undefined) continue;
    const top = topOf((id) => collections.get(id), collection);
    const count = (counts.get(top ?? '') ?? 0) + 1;
    if (top === undefined || count > maxExtensions) {
      const reason = `extends itself, or is one of more than ${maxExtensions} that extend the same`;
      throw new VariablesRefused(`variableCollections["${collection.id}"] ${reason}.`);
    }
    counts.set(top, count);
  }
}

/** Variables by the ids of their collections. Yields after each. */
function* membersOf(variables: Variables): Generator<void, ReadonlyMap<string, Variable[]>> {
  const members = new Map<string, Variable[]>();
  for (const variable of variables.values()) {
    yield;
    const others = members.get(variable.collectionId);
    if (others === undefined) members.set(variable.collectionId, [variable]);
    else others.push(variable);
  }
  return members;
}

/** Local collections list every variable that is not deleted, and no other. Yields after each variable. */
function* withMembers(collection: Collection, members: readonly Variable[]): Generator<void, Collection> {
  const [names, deletedIds, liveIds] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
  for (const { id, name, deletedButReferenced } of members) {
    yield;
    if (deletedButReferenced) deletedIds.add(id);
    else {
      names.set(name, id);
      liveIds.add(id);
    }
  }
  if (collection.remote) return { ...collection, names, deletedIds };
  const variableIds = new Set<string>();
  for (const id of collection.variableIds) {
    yield;
    if (liveIds.has(id)) variableIds.add(id);
  }
  for (const id of liveIds) {
    yield;
    variableIds.add(id);
  }
  return { ...collection, names, deletedIds, variableIds: [...variableIds] };
}

function* aliasPairs(
  variables: Variables,
  collections: ReadonlyMap<string, Collection>,
): Generator<readonly [string, string]> {
  for (const { id, type, values } of variables.values()) yield* pairsOf(id, type, values);
  for (const { extension } of collections.values()) {
    for (const [id, values] of extension?.overrides ?? []) {
      const type = variables.get(id)?.type;
      if (type !== undefined) yield* pairsOf(id, type, values);
    }
  }
}

function* pairsOf(
  id: string,
  type: VariableType,
  values: ReadonlyMap<string, Value>,
): Generator<readonly [string, string]> {
  for (const value of values.values()) for (const part of aliasParts(type, value)) yield [id, part.id];
}
