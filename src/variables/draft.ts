import type { AliasGraph } from './alias-graph.ts';
import type { PersistentMap } from './persistent-map.ts';
import type { Collection, Extension, Variable, VariablesState } from './state.ts';
import { type TemporaryIds, temporaryIds } from './temporary-ids.ts';
import type { Value } from './values.ts';

/** What applying changes needs from outside. Everything but the ids may be left out. */
export interface ChangeContext {
  /** The numbers of a new id, as `12:34`, others each time; asked again while the id is taken. */
  newId(): string;
  /** The key of a new variable or collection. */
  newKey(): string;
  /** Whether the document refers to this variable or collection. */
  isBound?(id: string): boolean;
  /** Whether the variable is bound to text in a font that the organization shares. @see VAR-78 */
  isHeldByFont?(variableId: string): boolean;
  /** A variable of a library that the file may use, by its `subscribed_id`. */
  findRemote?(id: string): RemoteVariable | undefined;
  /** A collection of such a library by its `subscribed_id`, behind those that it extends; empty where it is none. */
  findRemoteCollection?(id: string): readonly Collection[];
}

/** A variable of a library and its collection, both as the file that uses them sees them. */
export interface RemoteVariable {
  readonly variable: Variable;
  readonly collection: Collection;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type VariableDraft = Mutable<Variable> & { values: Map<string, Value> };
export type CollectionDraft = Mutable<Collection> & {
  variableIds: string[];
  names: Map<string, string>;
  deletedIds: Set<string>;
  /** Ids that are still in `variableIds` and leave it at the end. */
  readonly removedIds: Set<string>;
  readonly changedOverrides: Map<string, Map<string, Value>>;
};

type Changed<T> = Map<string, T | undefined>;

/**
 * A state being changed: what is touched is copied once and then changed in place; the rest is read from the
 * state it began with, which stays as it was.
 */
export class Draft {
  readonly context: ChangeContext;
  readonly temporary: TemporaryIds = temporaryIds();
  aliases: AliasGraph;
  readonly #base: VariablesState;
  readonly #variables: Changed<VariableDraft> = new Map();
  readonly #collections: Changed<CollectionDraft> = new Map();
  readonly #addedCollectionIds: string[] = [];
  #modeOwners: Map<string, string> | undefined;

  constructor(base: VariablesState, context: ChangeContext) {
    this.#base = base;
    this.context = context;
    this.aliases = base.aliases;
  }

  variable(id: string): Variable | undefined {
    const open = this.#variables.get(id);
    return open !== undefined || this.#variables.has(id) ? open : this.#base.variables.get(id);
  }

  /** The variable, open for changes; it must be there. */
  editVariable(id: string): VariableDraft {
    const open = this.#variables.get(id);
    if (open !== undefined) return open;
    return this.addVariable(openVariable(this.#base.variables.get(id) as Variable));
  }

  addVariable(variable: VariableDraft): VariableDraft {
    this.#variables.set(variable.id, variable);
    return variable;
  }

  removeVariable(id: string): void {
    this.#variables.set(id, undefined);
  }

  collection(id: string): Collection | undefined {
    return this.#collections.has(id) ? this.#collections.get(id) : this.#base.collections.get(id);
  }

  /** The collection, open for changes; it must be there. */
  editCollection(id: string): CollectionDraft {
    const open = this.#collections.get(id);
    if (open !== undefined) return open;
    return this.#openCollection(this.#base.collections.get(id) as Collection);
  }

  addCollection(collection: Collection): void {
    this.#openCollection(collection);
    this.#addedCollectionIds.push(collection.id);
    this.ownModes(collection);
  }

  removeCollection(id: string): void {
    this.#collections.set(id, undefined);
  }

  #openCollection(collection: Collection): CollectionDraft {
    const { variableIds, names, deletedIds } = collection;
    const open = {
      ...collection,
      variableIds: [...variableIds],
      names: new Map(names),
      deletedIds: new Set(deletedIds),
      removedIds: new Set<string>(),
      changedOverrides: new Map(),
    };
    this.#collections.set(collection.id, open);
    return open;
  }

  overrideOf(collectionId: string, variableId: string): ReadonlyMap<string, Value> | undefined {
    const changed = this.#collections.get(collectionId)?.changedOverrides.get(variableId);
    return changed ?? this.collection(collectionId)?.extension?.overrides.get(variableId);
  }

  editOverride(collectionId: string, variableId: string): Map<string, Value> {
    const { changedOverrides } = this.editCollection(collectionId);
    const open = changedOverrides.get(variableId) ?? new Map(this.overrideOf(collectionId, variableId));
    changedOverrides.set(variableId, open);
    return open;
  }

  /** Ids of the variables with overrides in this extension; some of them may have none left. */
  overriddenIds(collectionId: string): string[] {
    const before = [...(this.collection(collectionId)?.extension?.overrides ?? [])].map(([id]) => id);
    const changed = this.#collections.get(collectionId)?.changedOverrides.keys() ?? [];
    return [...new Set([...before, ...changed])];
  }

  /** The local collection that has this mode. */
  modeOwner(modeId: string): string | undefined {
    this.#modeOwners ??= this.#findModeOwners();
    const id = this.#modeOwners.get(modeId);
    const owner = id === undefined ? undefined : this.collection(id);
    return owner?.modes.some((mode) => mode.modeId === modeId) ? id : undefined;
  }

  /** Has to be called for each mode that a local collection gets. */
  ownModes({ id, modes, remote }: Collection): void {
    if (!remote) for (const { modeId } of modes) this.#modeOwners?.set(modeId, id);
  }

  #findModeOwners(): Map<string, string> {
    const ids = [...this.#base.collectionIds, ...this.#addedCollectionIds];
    const local = ids.map((id) => this.collection(id)).filter((found) => found && !found.remote);
    return new Map(local.flatMap((found) => found?.modes.map(({ modeId }) => [modeId, found.id]) ?? []));
  }

  /** The new state, or the old one where nothing was touched; the draft is of no use afterwards. */
  finish(): VariablesState {
    const isTouched = this.#variables.size > 0 || this.#collections.size > 0;
    if (!isTouched && this.aliases === this.#base.aliases) return this.#base;
    const known = [...this.#base.collectionIds, ...this.#addedCollectionIds];
    return {
      variables: merged(this.#base.variables, this.#variables, (variable) => variable),
      collections: merged(this.#base.collections, this.#collections, closedCollection),
      collectionIds: known.filter((id) => this.collection(id) !== undefined),
      aliases: this.aliases,
    };
  }
}

/** A copy to change in place. */
export const openVariable = (variable: Variable): VariableDraft => ({
  ...variable,
  values: new Map(variable.values),
});

function merged<Open, T>(base: PersistentMap<T>, changed: Changed<Open>, close: (open: Open) => T) {
  const kept: [string, T][] = [];
  let result = base;
  for (const [id, open] of changed) {
    if (open === undefined) result = result.delete(id);
    else kept.push([id, close(open)]);
  }
  return result.setAll(kept);
}

function closedCollection(open: CollectionDraft): Collection {
  const { removedIds, changedOverrides, extension, ...collection } = open;
  const variableIds =
    removedIds.size === 0 ? open.variableIds : open.variableIds.filter((id) => !removedIds.has(id));
  if (extension === undefined) return { ...collection, variableIds };
  return { ...collection, variableIds, extension: closedExtension(extension, changedOverrides) };
}

function closedExtension(extension: Extension, changed: CollectionDraft['changedOverrides']): Extension {
  let { overrides } = extension;
  for (const [id, values] of changed) {
    overrides = values.size === 0 ? overrides.delete(id) : overrides.set(id, values);
  }
  return { ...extension, overrides };
}
