import { isDeepStrictEqual } from 'node:util';
import { type Entry, isEntry, isText } from './change-fields.ts';
import type { VariablesState } from './state.ts';

/** Ids of the STRING variables of a state that a body names in its changes of variables and values. */
export function changedTexts({ variables }: VariablesState, body: unknown): ReadonlySet<string> {
  const lists = isEntry(body) && variables.size > 0 ? body : {};
  const named = [
    ...entriesOf(lists.variables).map(({ id }) => id),
    ...entriesOf(lists.variableModeValues).map(({ variableId }) => variableId),
  ];
  return new Set(named.filter(isText).filter((id) => variables.get(id)?.type === 'STRING'));
}

/** Ids of the STRING variables that two states both have, with other settings or values. Yields after each. */
export function* differingTexts(
  before: VariablesState,
  after: VariablesState,
): Generator<void, ReadonlySet<string>> {
  const [ours, theirs] = [overridesOf(before), overridesOf(after)];
  const differing = new Set<string>();
  for (const [id, variable] of before.variables) {
    const other = after.variables.get(id);
    if (variable.type !== 'STRING' || other === undefined) continue;
    const isSame = isDeepStrictEqual(variable, other) && isDeepStrictEqual(ours.get(id), theirs.get(id));
    if (!isSame) differing.add(id);
    yield;
  }
  return differing;
}

/** By variable the extensions that give it values of their own, with these. */
function overridesOf({ collections }: VariablesState) {
  const overrides = [...collections].flatMap(([extensionId, { extension }]) =>
    [...(extension?.overrides ?? [])].map(([id, values]) => ({ id, extensionId, values })),
  );
  return Map.groupBy(overrides, ({ id }) => id);
}

const entriesOf = (list: unknown): Entry[] => (Array.isArray(list) ? list.filter(isEntry) : []);
