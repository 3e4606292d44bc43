import { type AliasGraph, noAliases } from './alias-graph.ts';
import { type PersistentMap, persistentMap } from './persistent-map.ts';
import type { Scope } from './scopes.ts';
import type { Value, VariableType } from './values.ts';

/**
 * Collections, modes, variables and overrides of one file: those made in it, and those of libraries that it
 * uses. A value; a change makes a new one that shares what stayed.
 */
export interface VariablesState {
  readonly collections: PersistentMap<Collection>;
  readonly variables: PersistentMap<Variable>;
  /** Ids of collections in the order they were made. */
  readonly collectionIds: readonly string[];
  /** Who aliases whom, in any mode and any extension. */
  readonly aliases: AliasGraph;
}

export interface Variable {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly collectionId: string;
  readonly type: VariableType;
  /** By mode of the collection that holds the variable; values of extended modes are overrides. */
  readonly values: ReadonlyMap<string, Value>;
  /** Made in another file; only that one changes it. */
  readonly remote: boolean;
  readonly description: string;
  readonly hiddenFromPublishing: boolean;
  readonly scopes: readonly Scope[];
  readonly codeSyntax: CodeSyntax;
  /** Deleted, but an alias or the document still refers to it. It keeps its values and takes no change. */
  readonly deletedButReferenced: boolean;
}

export const platforms = ['WEB', 'ANDROID', 'iOS'] as const;
export type CodeSyntax = { readonly [Platform in (typeof platforms)[number]]?: string };

export interface Mode {
  readonly modeId: string;
  readonly name: string;
  /** Only in extensions: the mode of the parent. Absent once that one is deleted. */
  readonly parentModeId?: string;
}

export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly modes: readonly Mode[];
  readonly defaultModeId: string;
  readonly remote: boolean;
  readonly hiddenFromPublishing: boolean;
  /** In order, without deleted ones; in an extension its own only, which is none where we made it. */
  readonly variableIds: readonly string[];
  /** Name of every variable of `variableIds` to its id. */
  readonly names: ReadonlyMap<string, string>;
  /** Variables that are deleted and still referenced. */
  readonly deletedIds: ReadonlySet<string>;
  /** Collections that extend this one directly. */
  readonly extensionIds: readonly string[];
  readonly extension?: Extension;
  readonly deletedButReferenced: boolean;
}

export interface Extension {
  readonly parentId: string;
  /** The collection at the top that extends nothing; it holds the variables. */
  readonly rootId: string;
  /** Variable id to extended mode id to value. */
  readonly overrides: PersistentMap<ReadonlyMap<string, Value>>;
  /** As it was read; used only where the parent is not in the state. */
  readonly inheritedIds: readonly string[];
}

export const emptyState: VariablesState = {
  collections: persistentMap(),
  variables: persistentMap(),
  collectionIds: [],
  aliases: noAliases,
};

/**
 * Extensions of one collection, those of its extensions included. Each shows all the variables again, so without
 * a bound a small body could make an answer of gigabytes. Not a rule of the interface.
 */
export const maxExtensions = 100;

/** Id of the collection that stands above all others; undefined where that is more than a hundred up, or a ring. */
export function topOf(find: (id: string) => Collection | undefined, collection: Collection) {
  let { id, extension } = collection;
  for (let levels = 0; levels <= maxExtensions; levels += 1) {
    if (extension === undefined) return id;
    id = extension.parentId;
    extension = find(id)?.extension;
  }
  return undefined;
}

/** Ids of all variables that a collection shows: inherited ones first, then its own. */
export function variableIdsOf(state: VariablesState, collection: Collection): readonly string[] {
  if (collection.extension === undefined) return collection.variableIds;
  return [...inheritedIdsOf(state, collection.extension), ...collection.variableIds];
}

/** Ids of the variables that an extension has from its parent. */
export function inheritedIdsOf(state: VariablesState, extension: Extension): readonly string[] {
  const parent = state.collections.get(extension.parentId);
  return parent === undefined ? extension.inheritedIds : variableIdsOf(state, parent);
}
