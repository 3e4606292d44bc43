import { isAliased, withoutSource } from './alias-graph.ts';
import { type ChangeContext, Draft } from './draft.ts';
import { forgetCollection, forgetVariable, leaveParent } from './references.ts';
import type { VariablesState } from './state.ts';
import { takeRemote, takeRemoteCollection } from './take-remote.ts';

/** What the document refers to now. */
export interface References extends Pick<ChangeContext, 'findRemote' | 'findRemoteCollection'> {
  /** Ids of variables and collections that nodes name. */
  readonly bound: ReadonlySet<string>;
  /** Whether a library that the file uses has published a variable or collection of this key. */
  readonly isOfLibrary?: (key: string) => boolean;
}

/**
 * Brings a state in line with a document that has changed: adds the libraries' variables that nodes have begun to
 * use, and removes those that nothing uses any more and what was deleted and is no longer referenced. Answers the
 * same state where nothing had to change.
 *
 * @see VAR-08, VAR-21, VAR-26
 */
export function settleReferences(
  state: VariablesState,
  { bound, findRemote, findRemoteCollection, isOfLibrary }: References,
): VariablesState {
  const context = {
    newId: noNewThings,
    newKey: noNewThings,
    isBound: (id: string) => bound.has(id),
    ...(findRemote && { findRemote }),
    ...(findRemoteCollection && { findRemoteCollection }),
  };
  const draft = new Draft(state, context);
  for (const id of bound) {
    takeRemote(draft, id);
    takeRemoteCollection(draft, id);
  }
  const collections = [...state.collections].map(([, collection]) => collection);
  for (const { deletedIds } of collections) for (const id of deletedIds) forgetVariable(draft, id);
  for (const { id } of collections) forgetCollection(draft, id);
  const taken = draft.finish();
  const settled = new Draft(taken, context);
  letRemotesGo(settled, taken, (id, key) => bound.has(id) || !isOfLibrary?.(key));
  return settled.finish();
}

type Stays = (id: string, key: string) => boolean;

/**
 * A library's variable is there while a node or another variable refers to it, its collection with it; an extension
 * while a node chooses its modes. One of a library that is not here came with an import and could not be had again:
 * it stays.
 */
function letRemotesGo(draft: Draft, state: VariablesState, stays: Stays): void {
  const needed = neededParents(state, stays);
  for (const [id, collection] of state.collections) {
    const { remote, key, extension } = collection;
    if (!remote || extension === undefined || needed.has(id) || stays(id, key)) continue;
    leaveParent(draft, collection, extension.parentId);
    draft.removeCollection(id);
  }
  letVariablesGo(draft, state, stays);
  for (const [id] of state.variables) needed.add(draft.variable(id)?.collectionId ?? '');
  for (const [id, { remote, key }] of state.collections) {
    if (remote && !needed.has(id) && !stays(id, key)) draft.removeCollection(id);
  }
}

/** Ids of what collections that stay extend. */
function neededParents({ collections }: VariablesState, stays: Stays): Set<string> {
  const needed = new Set<string>();
  for (const [id, { key, extension }] of collections)
    if (extension !== undefined && stays(id, key)) needed.add(extension.parentId);
  // Grows while it is walked.
  for (const id of needed) {
    const above = collections.get(id)?.extension?.parentId;
    if (above !== undefined) needed.add(above);
  }
  return needed;
}

function letVariablesGo(draft: Draft, state: VariablesState, stays: Stays): void {
  const pending = [...state.variables].filter(([, { remote }]) => remote).map(([id]) => id);
  for (const id of pending) {
    const variable = draft.variable(id);
    if (!variable?.remote || stays(id, variable.key) || isAliased(draft.aliases, id)) continue;
    for (const target of draft.aliases.targets.get(id)?.keys() ?? []) pending.push(target);
    draft.aliases = withoutSource(draft.aliases, id);
    draft.removeVariable(id);
  }
}

function noNewThings(): never {
  throw new Error('settling makes nothing');
}
