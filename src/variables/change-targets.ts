import { ChangeRefused, type Entry, requiredText } from './change-fields.ts';
import type { Draft } from './draft.ts';
import type { Collection, Variable } from './state.ts';
import type { Kind } from './temporary-ids.ts';

/** @see LIM-14, LIM-15 */
export const limits = {
  modesPerCollection: 40,
  modeNameCharacters: 40,
  variablesPerCollection: 5000,
} as const;

/** Characters that names of variables do without: steps of a path in code. @see VAR-71 */
export const hasReservedCharacter = (name: string): boolean => /[.{}]/.test(name);

/** The real id that a field names, be it given or temporary. */
export function idIn(draft: Draft, entry: Entry, field: string, kind: Kind): string {
  return draft.temporary.realIdOf(kind, field, requiredText(entry, field));
}

/**
 * The collection that a field names, which this file must be allowed to change.
 *
 * @throws ChangeRefused
 * @see VAR-77
 */
export function localCollection(draft: Draft, entry: Entry, field: string): Collection {
  const collection = draft.collection(idIn(draft, entry, field, 'collection'));
  return checkedLocal(collection, field, 'collection');
}

/** As {@link localCollection}, for variables. */
export function localVariable(draft: Draft, entry: Entry, field: string): Variable {
  return checkedLocal(draft.variable(idIn(draft, entry, field, 'variable')), field, 'variable');
}

export function checkedLocal<T extends Variable | Collection>(
  found: T | undefined,
  field: string,
  kind: Kind,
): T {
  if (found === undefined) throw new ChangeRefused(field, `names no ${kind} of this file`);
  if (found.remote) throw new ChangeRefused(field, `names a remote ${kind}; only its own file can change it`);
  if (found.deletedButReferenced) throw new ChangeRefused(field, `names a ${kind} that was deleted`);
  return found;
}

/** Marks the optional `id` of a new thing as taken. @throws ChangeRefused */
export function claimTemporaryId(draft: Draft, field: string, id: string | undefined): void {
  if (id === undefined) return;
  draft.temporary.claim(field, id);
  const taken = draft.variable(id) ?? draft.collection(id) ?? draft.modeOwner(id);
  if (taken !== undefined) throw new ChangeRefused(field, 'is the id of something that exists already');
}

/** A fresh id, made again while it is taken: variables of another server may have the first thousands. */
export function freshId(draft: Draft, prefix: string, isTaken: (id: string) => unknown): string {
  for (;;) {
    const id = `${prefix}${draft.context.newId()}`;
    if (isTaken(id) === undefined) return id;
  }
}

export const freshModeId = (draft: Draft): string => freshId(draft, '', (id) => draft.modeOwner(id));
