import { isDeepStrictEqual } from 'node:util';
import { setEntry } from '../document/set-entry.ts';
import { printCollection } from './print-local-variables.ts';
import { type Collection, type Variable, type VariablesState, variableIdsOf } from './state.ts';
import type { VariableType } from './values.ts';

/**
 * By id of a variable or collection of a library: what its last publish left. Everything made in the file has
 * one, what is hidden included, since published variables may alias it.
 */
export type PublishedMarks = ReadonlyMap<string, PublishedMark>;

export interface PublishedMark {
  /** The id under which files that use the library see it. */
  readonly subscribedId: string;
  /** ISO 8601, the last time that a change was published. */
  readonly updatedAt: string;
}

/** A library as it was published. */
export interface Publication {
  readonly state: VariablesState;
  readonly marks: PublishedMarks;
}

/**
 * Publishes a state over what was published before: what changed gets a new `subscribedId` and time. A
 * collection has its own `subscribedId` anew only when it changed itself, and a new time also when one of its
 * variables did. The first publish gives out the numbers of the ids themselves, by which files that came from
 * another server together with the library refer to it. Yields after each variable and collection.
 *
 * @param at ISO 8601
 * @see PUB-05…PUB-08
 */
export function* publishSteps(
  state: VariablesState,
  before: Publication | undefined,
  at: string,
  newId: () => string,
): Generator<void, Publication> {
  const marks = new Map<string, PublishedMark>();
  const isFirst = before === undefined || before.marks.size === 0;
  const outsideId = (kind: string, { id, key }: Variable | Collection): string =>
    `${kind}:${key}/${(isFirst && ownNumbers(id)) || newId()}`;
  for (const [, variable] of state.variables) {
    yield;
    if (variable.remote) continue;
    const old = before?.state.variables.get(variable.id);
    const kept = old !== undefined && isDeepStrictEqual(old, variable) && before?.marks.get(variable.id);
    marks.set(variable.id, kept || { subscribedId: outsideId('VariableID', variable), updatedAt: at });
  }
  for (const collection of localCollections(state)) {
    const kept = isKept(state, before, collection) && before?.marks.get(collection.id);
    const subscribedId = kept ? kept.subscribedId : outsideId('VariableCollectionId', collection);
    const changed = !kept || variableIdsOf(state, collection).some((id) => marks.get(id)?.updatedAt === at);
    marks.set(collection.id, { subscribedId, updatedAt: changed ? at : kept.updatedAt });
    yield;
  }
  return { state, marks };
}

const ownNumbers = (id: string): string | undefined => /:(\d+:\d+)$/.exec(id)?.[1];

/**
 * The answer of getPublishedVariables, from the state as it was published. What is hidden, or in a hidden
 * collection, is left out. Yields after each variable and collection.
 *
 * @see PUB-02…PUB-04, ruling H7, B25
 */
export function* publishedAnswer({ state, marks }: Publication) {
  const variables = yield* listedVariables({ state, marks });
  const collections = localCollections(state).filter((collection) => isListed(state, collection));
  return {
    status: 200 as const,
    error: false as const,
    meta: {
      variables: yield* printed(variables.values(), marks, ({ collectionId, type }) => ({
        variableCollectionId: collectionId,
        resolvedType: type,
        resolvedDataType: type,
      })),
      variableCollections: yield* printed(collections, marks, () => ({})),
    },
  };
}

/** What analytics call a variable of a library. */
export interface PublishedNames {
  readonly key: string;
  readonly name: string;
  readonly type: VariableType;
  readonly collection_key: string;
  readonly collection_name: string;
}

/** Those of all that are in the answer. Yields after each variable. */
export function* publishedNames(publication: Publication): Generator<void, PublishedNames[]> {
  const names: PublishedNames[] = [];
  for (const { key, name, type, collectionId } of (yield* listedVariables(publication)).values()) {
    const collection = publication.state.collections.get(collectionId);
    const { key: collection_key = '', name: collection_name = '' } = collection ?? {};
    names.push({ key, name, type, collection_key, collection_name });
    yield;
  }
  return names;
}

/** A published variable as a list of changes names it. */
export interface NamedVariable {
  readonly key: string;
  readonly name: string;
}

/** What a publish changed for those who see only what is not hidden. @see A30, C3 */
export interface PublishedChanges {
  readonly created: readonly NamedVariable[];
  readonly modified: readonly NamedVariable[];
  readonly deleted: readonly NamedVariable[];
}

/** Yields after each variable. */
export function* publishedChanges(
  before: Publication | undefined,
  after: Publication,
): Generator<void, PublishedChanges> {
  const old = yield* listedVariables(before);
  const now = yield* listedVariables(after);
  const [created, modified, deleted]: [NamedVariable[], NamedVariable[], NamedVariable[]] = [[], [], []];
  for (const [id, { key, name }] of now) {
    const isModified = before?.marks.get(id)?.subscribedId !== after.marks.get(id)?.subscribedId;
    if (!old.has(id)) created.push({ key, name });
    else if (isModified) modified.push({ key, name });
    yield;
  }
  for (const [id, { key, name }] of old) {
    if (!now.has(id)) deleted.push({ key, name });
    yield;
  }
  return { created, modified, deleted };
}

/** Whether a collection that those outside see is there anew, another, or gone, whatever its variables did. */
export function changesCollections(before: Publication | undefined, after: Publication): boolean {
  const [old, now] = [listedCollections(before), listedCollections(after)];
  return old.size !== now.size || [...now].some(([id, mark]) => old.get(id) !== mark);
}

/** By id of a collection under which id it is seen: it has another one each time that it changed. */
function listedCollections(publication: Publication | undefined): Map<string, string | undefined> {
  if (publication === undefined) return new Map();
  const { state, marks } = publication;
  const listed = localCollections(state).filter((collection) => isListed(state, collection));
  return new Map(listed.map(({ id }) => [id, marks.get(id)?.subscribedId]));
}

function* listedVariables(publication: Publication | undefined): Generator<void, Map<string, Variable>> {
  const listed = new Map<string, Variable>();
  if (publication === undefined) return listed;
  const { state } = publication;
  for (const [id, variable] of state.variables) {
    if (isListedVariable(state, variable)) listed.set(id, variable);
    yield;
  }
  return listed;
}

function* printed<T extends Variable | Collection, More>(
  objects: Iterable<T>,
  marks: PublishedMarks,
  more: (object: T) => More,
) {
  const print = ({ id, name, key }: T, { subscribedId, updatedAt }: PublishedMark, own: More) => ({
    id,
    subscribed_id: subscribedId,
    name,
    key,
    ...own,
    updatedAt,
  });
  const all: Record<string, ReturnType<typeof print>> = {};
  for (const object of objects) {
    const mark = marks.get(object.id);
    if (mark !== undefined) setEntry(all, object.id, print(object, mark, more(object)));
    yield;
  }
  return all;
}

function localCollections(state: VariablesState): Collection[] {
  const all = state.collectionIds.map((id) => state.collections.get(id));
  return all.filter((collection) => collection !== undefined && !collection.remote) as Collection[];
}

function isListedVariable(state: VariablesState, variable: Variable): boolean {
  const { remote, hiddenFromPublishing, deletedButReferenced, collectionId } = variable;
  if (remote || hiddenFromPublishing || deletedButReferenced) return false;
  const collection = state.collections.get(collectionId);
  return collection !== undefined && isListed(state, collection);
}

/** An extension of something hidden is of no use to anybody outside. */
function isListed(state: VariablesState, collection: Collection): boolean {
  const { hiddenFromPublishing, deletedButReferenced, extension } = collection;
  if (hiddenFromPublishing || deletedButReferenced) return false;
  const parent = extension && state.collections.get(extension.parentId);
  return parent === undefined || isListed(state, parent);
}

/** The order in which values and overrides were set says nothing. */
function isKept(state: VariablesState, before: Publication | undefined, collection: Collection): boolean {
  const old = before?.state.collections.get(collection.id);
  if (before === undefined || old === undefined) return false;
  return isDeepStrictEqual(printCollection(before.state, old), printCollection(state, collection));
}
