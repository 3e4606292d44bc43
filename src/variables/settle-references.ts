import { isAliased, withoutSource } from './alias-graph.ts';
import { type ChangeContext, Draft } from './draft.ts';
import { forgetCollection, forgetVariable } from './references.ts';
import type { VariablesState } from './state.ts';
import { takeRemote } from './take-remote.ts';

/** What the document refers to now. */
export interface References extends Pick<ChangeContext, 'findRemote'> {
  /** Ids of variables and collections that nodes name. */
  readonly bound: ReadonlySet<string>;
  /** Whether a library that the file uses has published a variable or collection of this key. */
  readonly isOfLibrary?: (key: string) => boolean;
}

/**
 * Brings a state in line with a document that has changed: takes in the libraries' variables that nodes have
 * begun to use, and lets go of those that nothing uses any more and of what was deleted and is referenced no
 * more. The same state comes back where nothing had to change.
 *
 * @see VAR-08, VAR-21, VAR-26
 */
export function settleReferences(
  state: VariablesState,
  { bound, findRemote, isOfLibrary }: References,
): VariablesState {
  const context = {
    newId: noNewThings,
    newKey: noNewThings,
    isBound: (id: string) => bound.has(id),
    ...(findRemote && { findRemote }),
  };
  const draft = new Draft(state, context);
  for (const id of bound) takeRemote(draft, id);
  const collections = [...state.collections].map(([, collection]) => collection);
  for (const { deletedIds } of collections) for (const id of deletedIds) forgetVariable(draft, id);
  for (const { id } of collections) forgetCollection(draft, id);
  const taken = draft.finish();
  const settled = new Draft(taken, context);
  letRemotesGo(settled, taken, (id, key) => bound.has(id) || !isOfLibrary?.(key));
  return settled.finish();
}

/**
 * A library's variable is there while a node or another variable refers to it; its collection with it. One of a
 * library that is not here came with an import and could not be had again: it stays.
 */
function letRemotesGo(
  draft: Draft,
  state: VariablesState,
  stays: (id: string, key: string) => boolean,
): void {
  const pending = [...state.variables].filter(([, { remote }]) => remote).map(([id]) => id);
  for (const id of pending) {
    const variable = draft.variable(id);
    if (!variable?.remote || stays(id, variable.key) || isAliased(draft.aliases, id)) continue;
    pending.push(...(draft.aliases.targets.get(id)?.keys() ?? []));
    draft.aliases = withoutSource(draft.aliases, id);
    draft.removeVariable(id);
  }
  const used = new Set([...state.variables].map(([id]) => draft.variable(id)?.collectionId));
  for (const [id, { remote, key }] of state.collections) {
    if (remote && !used.has(id) && !stays(id, key)) draft.removeCollection(id);
  }
}

function noNewThings(): never {
  throw new Error('settling makes nothing');
}
