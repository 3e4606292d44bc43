import { closesLoop } from './alias-graph.ts';
import { ChangeRefused, type Entry } from './change-fields.ts';
import { idIn, localVariable } from './change-targets.ts';
import { checkFont } from './change-variables.ts';
import type { Draft } from './draft.ts';
import { countAliases, dropAliases, extensionsBelow } from './references.ts';
import type { Variable } from './state.ts';
import { takeRemote } from './take-remote.ts';
import { type AliasPart, aliasParts, hasAliases, parseValue, type Value, withAliases } from './values.ts';

/**
 * Sets one value: in the collection that holds the variable, or as an override of an extension.
 *
 * @see VAR-54…VAR-58, VAR-72…VAR-75, EXT-19…EXT-21
 */
export function changeValue(draft: Draft, entry: Entry): void {
  const variable = localVariable(draft, entry, 'variableId');
  const modeId = idIn(draft, entry, 'modeId', 'mode');
  const extensionId = extensionWith(draft, variable, modeId);
  checkFont(draft, variable, 'variableId');
  const value = valueIn(draft, entry, variable, extensionId !== undefined);
  if (value !== undefined && hasAliases(value)) countAliases(draft, variable.id, variable.type, value);
  const values =
    extensionId === undefined
      ? draft.editVariable(variable.id).values
      : draft.editOverride(extensionId, variable.id);
  const before = values.get(modeId);
  if (value === undefined) values.delete(modeId);
  else values.set(modeId, value);
  if (before !== undefined && hasAliases(before)) dropAliases(draft, variable.id, variable.type, before);
}

/** The extension that the mode belongs to; none for a mode of the variable's own collection. @see VAR-55, EXT-20 */
function extensionWith(draft: Draft, variable: Variable, modeId: string): string | undefined {
  if (variable.values.has(modeId)) return undefined;
  const own = draft.collection(variable.collectionId);
  if (own?.modes.some((mode) => mode.modeId === modeId)) return undefined;
  const owner = draft.modeOwner(modeId);
  const extension = extensionsBelow(draft, variable.collectionId).find(({ id }) => id === owner);
  if (extension === undefined) {
    throw new ChangeRefused('modeId', `names no mode of ${variable.collectionId} or of its extensions`);
  }
  if (!extension.deletedButReferenced) return extension.id;
  throw new ChangeRefused('modeId', 'names a mode of a collection that was deleted');
}

/** Undefined takes an override away. */
function valueIn(draft: Draft, entry: Entry, variable: Variable, inExtension: boolean): Value | undefined {
  const raw = entry.value;
  if (raw === undefined) throw new ChangeRefused('value', 'is missing');
  if (raw === null && inExtension) return undefined;
  if (raw === null)
    throw new ChangeRefused('value', 'can be null only with a mode of an extended collection');
  const parsed = parseValue(variable.type, raw);
  if ('problem' in parsed) throw new ChangeRefused('value', parsed.problem);
  return hasAliases(parsed.value) ? aliasing(draft, variable, parsed.value) : parsed.value;
}

/** The value with the real ids of what it aliases, which has to be there and to fit. */
function aliasing(draft: Draft, variable: Variable, given: Value): Value {
  const value = withAliases(given, (id) => draft.temporary.realIdOf('variable', 'value', id));
  for (const part of aliasParts(variable.type, value)) checkTarget(draft, variable, part);
  return value;
}

/** @see VAR-57, VAR-58, VAR-72, VAR-73 */
function checkTarget(draft: Draft, source: Variable, { id, type, path }: AliasPart): void {
  const target = draft.variable(id) ?? takeRemote(draft, id);
  if (target === undefined) throw new ChangeRefused(path, 'is an alias to no variable of this file');
  if (target.deletedButReferenced)
    throw new ChangeRefused(path, 'is an alias to a variable that was deleted');
  if (target.type !== type) {
    throw new ChangeRefused(path, `is an alias to a ${target.type} variable where ${type} is needed`);
  }
  if (id === source.id) throw new ChangeRefused(path, 'is an alias of the variable to itself');
  if (closesLoop(draft.aliases, source.id, id)) throw new ChangeRefused(path, 'closes a loop of aliases');
}
