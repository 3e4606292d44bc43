import { extendedMode } from './change-collections.ts';
import type { Entry } from './change-fields.ts';
import type { Collection, Mode, Variable, VariablesState } from './state.ts';
import { aliasParts, defaultValues, type Value } from './values.ts';

/** A body of postVariables. */
export interface VariableChanges {
  readonly variableCollections: Entry[];
  readonly variableModes: Entry[];
  readonly variables: Entry[];
  readonly variableModeValues: Entry[];
}

/**
 * The one body that makes a state of another, in an order in which each of its entries is allowed. What is new has
 * its id of `after` as temporary id, so those must not be ids of `before`.
 *
 * @param after made of `before` by changes. Two kinds of new values are left out, which no body can say: those in
 * a new mode of an older extension, and aliases to what was deleted
 */
export function changesBetween(before: VariablesState, after: VariablesState): VariableChanges {
  const states = { before, after };
  const kept = after.collectionIds.flatMap((id) => pairOf(states, id));
  return {
    variableCollections: [
      ...before.collectionIds.toReversed().flatMap((id) => deletedCollection(states, id)),
      ...kept.flatMap(collectionEntries),
    ],
    variableModes: kept.flatMap(modeEntries),
    variables: variableEntries(states, kept),
    variableModeValues: valueEntries(states, kept),
  };
}

/** How many things of a body are another than before; values that are only cleared for others do not count. */
export function countOf({ variableModeValues, ...lists }: VariableChanges): number {
  const values = new Set(
    variableModeValues.map(({ variableId, modeId }) => JSON.stringify([variableId, modeId])),
  );
  return Object.values(lists).reduce((sum, entries) => sum + entries.length, values.size);
}

interface States {
  readonly before: VariablesState;
  readonly after: VariablesState;
}

/** A collection that is there, and as it was, where it is not new. */
interface Pair {
  readonly is: Collection;
  readonly was: Collection | undefined;
  /** The modes that it has before the modes of the body are made and deleted. */
  readonly given: readonly Mode[];
}

const isLive = (one: Collection | Variable | undefined): boolean =>
  one !== undefined && !one.remote && !one.deletedButReferenced;

function pairOf(states: States, id: string): Pair[] {
  const [is, was] = [states.after.collections.get(id), states.before.collections.get(id)];
  return is !== undefined && isLive(is) ? [{ is, was, given: givenModes(states, is) }] : [];
}

/** What nobody named yet has no name, so that it is renamed. */
function givenModes(states: States, collection: Collection): readonly Mode[] {
  const { id, modes, extension } = collection;
  const was = states.before.collections.get(id);
  if (was !== undefined) return was.modes;
  const parent = extension && states.after.collections.get(extension.parentId);
  if (parent === undefined) return modes.slice(0, 1).map((mode) => ({ ...mode, name: '' }));
  return givenModes(states, parent).map((mode) => ({ ...extendedMode(id, mode), name: '' }));
}

/** Extensions are made behind what they extend, and go before it. */
const deletedCollection = ({ before, after }: States, id: string): Entry[] =>
  isLive(before.collections.get(id)) && !isLive(after.collections.get(id)) ? [{ action: 'DELETE', id }] : [];

function collectionEntries(pair: Pair): Entry[] {
  const { is, was } = pair;
  const { id, name, hiddenFromPublishing } = is;
  if (was === undefined) return [{ action: 'CREATE', id, name, hiddenFromPublishing, ...modesGivenTo(pair) }];
  const changed = {
    ...(name === was.name ? {} : { name }),
    ...(hiddenFromPublishing === was.hiddenFromPublishing ? {} : { hiddenFromPublishing }),
  };
  return Object.keys(changed).length === 0 ? [] : [{ action: 'UPDATE', id, ...changed }];
}

/** The modes that a collection has from the moment it is made: one of its own, or those of its parent. */
const modesGivenTo = ({ is, given }: Pair): Entry =>
  is.extension === undefined
    ? { initialModeId: given[0]?.modeId }
    : {
        parentVariableCollectionId: is.extension.parentId,
        initialModeIdToParentModeIdMapping: Object.fromEntries(
          given.map(({ modeId, parentModeId = '' }) => [parentModeId, modeId]),
        ),
      };

function modeEntries({ is, given }: Pair): Entry[] {
  const variableCollectionId = is.id;
  const hasMode = (modes: readonly Mode[], { modeId }: Mode): boolean =>
    modes.some((mode) => mode.modeId === modeId);
  const deletions = given
    .filter((mode) => !hasMode(is.modes, mode))
    .map(({ modeId }) => ({ action: 'DELETE', id: modeId, variableCollectionId }));
  if (is.extension !== undefined) return deletions;
  const renamed = is.modes.flatMap(({ modeId, name }) => {
    const mode = given.find((one) => one.modeId === modeId);
    return mode === undefined || mode.name === name
      ? []
      : [{ action: 'UPDATE', id: modeId, name, variableCollectionId }];
  });
  const made = is.modes
    .filter((mode) => !hasMode(given, mode))
    .map(({ modeId, name }) => ({ action: 'CREATE', id: modeId, name, variableCollectionId }));
  // A collection is never without a mode, nor with more than it may have.
  const waiting = deletions.length === given.length ? deletions.slice(-1) : [];
  return [...deletions.slice(0, deletions.length - waiting.length), ...renamed, ...made, ...waiting];
}

function variableEntries({ before, after }: States, kept: readonly Pair[]): Entry[] {
  const deletions: Entry[] = [];
  const renamings: Entry[] = [];
  const updates: Entry[] = [];
  const made: Entry[] = [];
  for (const { is, was } of kept) {
    for (const id of was?.variableIds ?? [])
      if (isLive(before.variables.get(id)) && !isLive(after.variables.get(id)))
        deletions.push({ action: 'DELETE', id });
    for (const id of is.variableIds) {
      const [variable, one] = [after.variables.get(id), before.variables.get(id)];
      if (variable === undefined || variable === one) continue;
      if (one === undefined) made.push(creationOf(variable));
      else for (const update of updateOf(variable, one)) updates.push(update);
      const holder = was?.names.get(variable.name);
      // Two that change names make room for each other first.
      if (one !== undefined && holder !== undefined && holder !== id && one.name !== variable.name)
        renamings.push({ action: 'UPDATE', id: holder, name: `${holder} makes room` });
    }
  }
  const gone = new Set(deletions.map(({ id }) => id));
  return [...deletions, ...renamings.filter(({ id }) => !gone.has(id)), ...updates, ...made];
}

const creationOf = ({ id, name, collectionId, type, ...settings }: Variable): Entry => ({
  action: 'CREATE',
  id,
  name,
  variableCollectionId: collectionId,
  resolvedType: type,
  ...settingsOf(settings),
});

type Settings = Pick<Variable, 'description' | 'hiddenFromPublishing' | 'scopes' | 'codeSyntax'>;

const settingsOf = ({ description, hiddenFromPublishing, scopes, codeSyntax }: Settings) => ({
  description,
  hiddenFromPublishing,
  scopes,
  codeSyntax,
});

function updateOf(is: Variable, was: Variable): Entry[] {
  const [now, then] = [
    { name: is.name, ...settingsOf(is) },
    { name: was.name, ...settingsOf(was) },
  ];
  const changed = Object.entries(now).filter(
    ([key, value]) => !isSame(value, then[key as keyof typeof then]),
  );
  return changed.length === 0 ? [] : [{ action: 'UPDATE', id: is.id, ...Object.fromEntries(changed) }];
}

/** Values, and whatever else is here, are JSON with their keys in one order. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** A value that is another than before; one that is undefined is an override that goes. */
interface ChangedValue {
  readonly variable: Variable;
  readonly modeId: string;
  readonly is: Value | undefined;
  readonly was: Value | undefined;
}

/**
 * Aliases come last, and where one takes the place of another a plain value first: halfway, no alias of before
 * closes a loop with one of after.
 */
function valueEntries(states: States, kept: readonly Pair[]): Entry[] {
  const isOfDeleted = ({ variable, is }: ChangedValue): boolean =>
    is !== undefined &&
    aliasParts(variable.type, is).some(
      ({ id }) => states.after.variables.get(id)?.deletedButReferenced === true,
    );
  const changed = kept
    .flatMap((pair) => [...ownValues(states, pair), ...overrides(states, pair)])
    .filter((one) => !isOfDeleted(one));
  const hasAlias = (variable: Variable, value: Value | undefined): boolean =>
    value !== undefined && aliasParts(variable.type, value).length > 0;
  const entryOf = ({ variable, modeId }: ChangedValue, value: Value | null): Entry => ({
    variableId: variable.id,
    modeId,
    value,
  });
  const aliases = changed.filter(({ variable, is }) => hasAlias(variable, is));
  const plain = changed.filter(({ variable, is }) => !hasAlias(variable, is));
  const cleared = aliases.filter(({ variable, was }) => hasAlias(variable, was));
  return [
    ...plain.map((one) => entryOf(one, one.is ?? null)),
    ...cleared.map((one) => entryOf(one, defaultValues[one.variable.type])),
    ...aliases.map((one) => entryOf(one, one.is ?? null)),
  ];
}

function* ownValues({ before, after }: States, { is, was }: Pair): Generator<ChangedValue> {
  if (is.extension !== undefined) return;
  for (const id of is.variableIds) {
    const [variable, one] = [after.variables.get(id), before.variables.get(id)];
    if (variable === undefined || variable === one) continue;
    const filled =
      one === undefined ? defaultValues[variable.type] : one.values.get(was?.defaultModeId ?? '');
    const hasOldDefault = one === undefined || was?.defaultModeId === is.defaultModeId;
    for (const { modeId } of is.modes) {
      const value = variable.values.get(modeId);
      const stood = one?.values.get(modeId) ?? (hasOldDefault ? filled : undefined);
      if (!isSame(value, stood)) yield { variable, modeId, is: value, was: stood };
    }
  }
}

function* overrides({ after }: States, { is, was, given }: Pair): Generator<ChangedValue> {
  const [now, then] = [is.extension?.overrides, was?.extension?.overrides];
  if (now === undefined || now === then) return;
  const ids = new Set([...(then ?? []), ...now].map(([id]) => id));
  for (const id of ids) {
    const variable = after.variables.get(id);
    if (variable === undefined || !isLive(variable)) continue;
    const [values, stood] = [now.get(id), then?.get(id)];
    for (const { modeId } of given) {
      const isThere = is.modes.some((mode) => mode.modeId === modeId);
      const [value, before] = [values?.get(modeId), stood?.get(modeId)];
      if (isThere && !isSame(value, before)) yield { variable, modeId, is: value, was: before };
    }
  }
}
