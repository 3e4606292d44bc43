import {
  ChangeRefused,
  type Entry,
  optionalFlag,
  optionalName,
  optionalText,
  requiredOneOf,
  requiredText,
} from './change-fields.ts';
import {
  claimTemporaryId,
  freshId,
  hasReservedCharacter,
  idIn,
  limits,
  localCollection,
  localVariable,
} from './change-targets.ts';
import { codeSyntaxOf } from './code-syntax.ts';
import type { Draft, VariableDraft } from './draft.ts';
import { deleteVariable } from './references.ts';
import { isScope, type Scope, scopesProblem } from './scopes.ts';
import type { Collection, Variable } from './state.ts';
import { defaultValues, type Value, type VariableType, variableTypes } from './values.ts';

/** @see VAR-45…VAR-53 */
export const variableChanges = {
  CREATE: (draft: Draft, entry: Entry): void => {
    const temporaryId = optionalName(entry, 'id');
    claimTemporaryId(draft, 'id', temporaryId);
    const collection = roomyCollection(draft, entry);
    const name = freeName(collection, requiredText(entry, 'name'));
    const type = requiredOneOf(entry, 'resolvedType', variableTypes);
    const id = freshId(draft, 'VariableID:', (taken) => draft.variable(taken));
    draft.addVariable(newVariable(draft, collection, { id, name, type, entry }));
    const open = draft.editCollection(collection.id);
    open.variableIds.push(id);
    open.names.set(name, id);
    if (temporaryId !== undefined) draft.temporary.assign('variable', temporaryId, id);
  },

  UPDATE: (draft: Draft, entry: Entry): void => {
    const variable = localVariable(draft, entry, 'id');
    checkUnmoved(draft, entry, variable);
    checkFont(draft, variable, 'id');
    const collection = draft.collection(variable.collectionId) as Collection;
    const given = optionalName(entry, 'name');
    const before = variable.name;
    const name = given === undefined ? before : freeName(collection, given, variable.id);
    const changed = settings(entry, variable.type, variable);
    Object.assign(draft.editVariable(variable.id), changed, { name });
    const open = draft.editCollection(collection.id);
    open.names.delete(before);
    open.names.set(name, variable.id);
  },

  DELETE: (draft: Draft, entry: Entry): void => {
    deleteVariable(draft, localVariable(draft, entry, 'id').id);
  },
};

/** @see VAR-78 */
export function checkFont(draft: Draft, { id, type }: Variable, field: string): void {
  if (type !== 'STRING' || !draft.context.isHeldByFont?.(id)) return;
  throw new ChangeRefused(field, 'names a variable bound to text in a font that the organization shares');
}

/** @see VAR-69, EXT-17 */
function roomyCollection(draft: Draft, entry: Entry): Collection {
  const field = 'variableCollectionId';
  const collection = localCollection(draft, entry, field);
  if (collection.extension !== undefined) {
    throw new ChangeRefused(field, 'names an extended collection, which takes no new variables');
  }
  if (liveCount(draft, collection) < limits.variablesPerCollection) return collection;
  throw new ChangeRefused(
    field,
    `names a collection with ${limits.variablesPerCollection} variables already`,
  );
}

const liveCount = (draft: Draft, { id }: Collection): number => {
  const { variableIds, removedIds } = draft.editCollection(id);
  return variableIds.length - removedIds.size;
};

/** @see VAR-70, VAR-71, B14 */
function freeName(collection: Collection, name: string, own?: string): string {
  if (hasReservedCharacter(name)) throw new ChangeRefused('name', 'must not contain ".", "{" or "}"');
  const holder = collection.names.get(name);
  if (holder === undefined || holder === own) return name;
  throw new ChangeRefused('name', `is the name of ${holder} in the same collection`);
}

/** @see ruling H15, B19 */
function checkUnmoved(draft: Draft, entry: Entry, variable: Variable): void {
  if (entry.resolvedType !== undefined && entry.resolvedType !== variable.type) {
    throw new ChangeRefused('resolvedType', `can not be changed; it is ${variable.type}`);
  }
  if (entry.variableCollectionId === undefined) return;
  const id = idIn(draft, entry, 'variableCollectionId', 'collection');
  if (id === variable.collectionId) return;
  throw new ChangeRefused('variableCollectionId', `can not be changed; it is ${variable.collectionId}`);
}

/** @see VAR-76, B15 */
function newVariable(
  draft: Draft,
  { id: collectionId, modes }: Collection,
  { id, name, type, entry }: { id: string; name: string; type: VariableType; entry: Entry },
): VariableDraft {
  const { description, hiddenFromPublishing, scopes, codeSyntax } = settings(entry, type, unset);
  const values = new Map<string, Value>();
  for (const { modeId } of modes) values.set(modeId, defaultValues[type]);
  return {
    id,
    name,
    key: draft.context.newKey(),
    collectionId,
    type,
    values,
    remote: false,
    description,
    hiddenFromPublishing,
    scopes,
    codeSyntax,
    deletedButReferenced: false,
  };
}

type Settings = Pick<Variable, 'description' | 'hiddenFromPublishing' | 'scopes' | 'codeSyntax'>;

const unset: Settings = {
  description: '',
  hiddenFromPublishing: false,
  scopes: ['ALL_SCOPES'],
  codeSyntax: {},
};

/** What an entry says of these; what it leaves out stays as it was. */
function settings(entry: Entry, type: VariableType, before: Settings): Settings {
  return {
    description: optionalText(entry, 'description') ?? before.description,
    hiddenFromPublishing: optionalFlag(entry, 'hiddenFromPublishing') ?? before.hiddenFromPublishing,
    scopes: entry.scopes === undefined ? before.scopes : scopesOf(entry.scopes, type),
    codeSyntax: entry.codeSyntax === undefined ? before.codeSyntax : codeSyntaxOf(entry.codeSyntax),
  };
}

function scopesOf(given: unknown, type: VariableType): readonly Scope[] {
  if (!Array.isArray(given)) throw new ChangeRefused('scopes', 'must be a list');
  const unknown = given.findIndex((scope) => !isScope(scope));
  if (unknown !== -1) throw new ChangeRefused(`scopes[${unknown}]`, 'is no scope');
  const problem = scopesProblem(type, given);
  if (problem !== undefined) throw new ChangeRefused('scopes', problem);
  return given.length === 1 ? given : [...new Set<Scope>(given)];
}
