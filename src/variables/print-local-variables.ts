import {
  type Collection,
  type Extension,
  inheritedIdsOf,
  type Variable,
  type VariablesState,
  variableIdsOf,
} from './state.ts';

/**
 * The answer of getLocalVariables as JSON: everything of the state, variables in the order of their collections, in
 * pieces of a variable or a collection each; before them come some that are empty.
 *
 * @see VAR-06, VAR-07
 */
export function* localVariablesJson(state: VariablesState): Generator<string> {
  const collections = collectionsOf(state);
  yield '{"status":200,"error":false,"meta":{"variables":{';
  yield* membersJson(yield* inOrder(state, collections), printVariable);
  yield '},"variableCollections":{';
  yield* membersJson(collections, (collection) => printShown(state, collection));
  yield '}}}';
}

/** The whole JSON in chunks, and yields after each variable and collection. */
export const jsonSteps = (state: VariablesState): Generator<void, string[]> =>
  inChunks(localVariablesJson(state));

const piecesPerChunk = 250;

/** Texts of some pieces each, since very many are not joined in one step. */
export function* inChunks(pieces: Iterable<string>): Generator<void, string[]> {
  const chunks: string[] = [];
  let some: string[] = [];
  for (const piece of pieces) {
    some.push(piece);
    if (some.length === piecesPerChunk) {
      chunks.push(some.join(''));
      some = [];
    }
    yield;
  }
  return [...chunks, some.join('')];
}

/** Each variable and each collection of a state as an answer shows it, in its order; undefined is a step between. */
export function* printedParts(
  state: VariablesState,
): Generator<readonly [kind: 'variable' | 'collection', printed: { readonly id: string }] | undefined> {
  const collections = collectionsOf(state);
  const steps = inOrder(state, collections);
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield undefined;
  for (const variable of step.value) yield ['variable', printVariable(variable)];
  for (const collection of collections) yield ['collection', printShown(state, collection)];
}

/** Whether both print the same, and yields after each variable and collection. */
export function* sameSteps(left: VariablesState, right: VariablesState): Generator<void, boolean> {
  const [ours, theirs] = [localVariablesJson(left), localVariablesJson(right)];
  for (;;) {
    const [one, other] = [ours.next(), theirs.next()];
    if (one.done !== other.done || one.value !== other.value) return false;
    if (one.done) return true;
    yield;
  }
}

function* membersJson<T extends Variable | Collection>(objects: readonly T[], print: (object: T) => object) {
  let comma = '';
  for (const object of objects) {
    yield `${comma}${JSON.stringify(object.id)}:${JSON.stringify(print(object))}`;
    comma = ',';
  }
}

const collectionsOf = ({ collectionIds, collections }: VariablesState): Collection[] =>
  collectionIds.map((id) => collections.get(id)).filter((found) => found !== undefined);

/** @see VAR-11…VAR-21 */
export function printVariable(variable: Variable) {
  return {
    id: variable.id,
    name: variable.name,
    remote: variable.remote,
    key: variable.key,
    variableCollectionId: variable.collectionId,
    resolvedType: variable.type,
    description: variable.description,
    hiddenFromPublishing: variable.hiddenFromPublishing,
    valuesByMode: Object.fromEntries(variable.values),
    scopes: variable.scopes,
    codeSyntax: variable.codeSyntax,
    ...(variable.deletedButReferenced && { deletedButReferenced: true }),
  };
}

/** A collection as an answer shows it: one of a library names only those of its variables that are there. */
function printShown(state: VariablesState, collection: Collection) {
  const printed = printCollection(state, collection);
  if (!collection.remote) return printed;
  const shown = (ids: readonly string[]) => ids.filter((id) => state.variables.has(id));
  const variableIds = shown(printed.variableIds);
  if (collection.extension === undefined) return { ...printed, variableIds };
  const extension = printExtension(state, collection, collection.extension);
  const overrides = Object.entries(extension.variableOverrides).filter(([id]) => state.variables.has(id));
  return {
    ...printed,
    variableIds,
    inheritedVariableIds: shown(extension.inheritedVariableIds),
    localVariableIds: shown(extension.localVariableIds),
    variableOverrides: Object.fromEntries(overrides),
  };
}

/** All that is known of a collection, be the variables there or not. @see VAR-22…VAR-26, F16 */
export function printCollection(state: VariablesState, collection: Collection) {
  return {
    id: collection.id,
    name: collection.name,
    key: collection.key,
    remote: collection.remote,
    hiddenFromPublishing: collection.hiddenFromPublishing,
    modes: collection.modes,
    defaultModeId: collection.defaultModeId,
    variableIds: variableIdsOf(state, collection),
    isExtension: collection.extension !== undefined,
    ...(collection.extension && printExtension(state, collection, collection.extension)),
    deletedButReferenced: collection.deletedButReferenced,
  };
}

/** @see EXT-02…EXT-06 */
function printExtension(state: VariablesState, { variableIds }: Collection, extension: Extension) {
  const overrides = [...extension.overrides].map(([id, values]) => [id, Object.fromEntries(values)] as const);
  return {
    parentVariableCollectionId: extension.parentId,
    rootVariableCollectionId: extension.rootId,
    inheritedVariableIds: inheritedIdsOf(state, extension),
    localVariableIds: variableIds,
    variableOverrides: Object.fromEntries(overrides),
  };
}

/** Those that no collection lists, as deleted ones, come last. Yields by empty pieces, after each collection. */
function* inOrder(
  state: VariablesState,
  collections: readonly Collection[],
): Generator<string, readonly Variable[]> {
  const seen = new Set<Variable>();
  for (const { variableIds } of collections) {
    for (const id of variableIds) {
      const found = state.variables.get(id);
      if (found !== undefined) seen.add(found);
    }
    yield '';
  }
  const others = [...state.variables].map(([, variable]) => variable).filter((found) => !seen.has(found));
  return [...seen, ...others.toSorted((left, right) => (left.id < right.id ? -1 : 1))];
}
