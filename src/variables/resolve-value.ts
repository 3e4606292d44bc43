import type { Collection, Mode, Variable, VariablesState } from './state.ts';
import { type Color, isAlias, isComposed, type Value } from './values.ts';

/** Collection id to mode id; a collection without an entry stands in its default mode. */
export type ChosenModes = ReadonlyMap<string, string>;

export type ResolvedValue = boolean | number | string | Color;

/**
 * What a variable is worth under the chosen modes, through aliases and overrides. The mode of an extension may
 * be chosen under the extension's id or under that of the collection at the top. The opacity of a composed
 * colour, from 0 to 1, takes the place of the alpha that its colour brings. Never loops, also where a state
 * that was read holds a loop.
 *
 * @returns undefined where the chain ends at a variable that is not in the state
 */
export function resolveValue(
  state: VariablesState,
  variableId: string,
  chosen: ChosenModes,
): ResolvedValue | undefined {
  const seen = new Set<string>();
  let opacity: number | undefined;
  for (let value = endOf(state, variableId, chosen, seen); value !== undefined; ) {
    if (!isComposed(value)) return withOpacity(value as ResolvedValue, opacity);
    opacity ??= opacityOf(state, value.opacity, chosen);
    if (opacity === undefined) return undefined;
    value = isAlias(value.color) ? endOf(state, value.color.id, chosen, seen) : value.color;
  }
  return undefined;
}

/** What stands at the end of a chain of aliases; undefined for one that leads to what was seen before. */
function endOf(
  state: VariablesState,
  variableId: string,
  chosen: ChosenModes,
  seen: Set<string>,
): Value | undefined {
  for (let id = variableId; !seen.has(id); ) {
    seen.add(id);
    const value = valueAt(state, id, chosen);
    if (!isAlias(value)) return value;
    id = value.id;
  }
  return undefined;
}

/** A composed colour is no number, so one opacity never leads to another. */
function opacityOf(state: VariablesState, opacity: Value, chosen: ChosenModes): number | undefined {
  const value = isAlias(opacity) ? endOf(state, opacity.id, chosen, new Set()) : opacity;
  return typeof value === 'number' ? Math.min(1, Math.max(0, value)) : undefined;
}

const withOpacity = (value: ResolvedValue, opacity: number | undefined): ResolvedValue =>
  opacity === undefined || typeof value !== 'object' ? value : { ...value, a: opacity };

/** The value of one variable, not yet followed. */
function valueAt(state: VariablesState, id: string, chosen: ChosenModes): Value | undefined {
  const variable = state.variables.get(id);
  const root = variable && state.collections.get(variable.collectionId);
  if (variable === undefined || root === undefined) return variable?.values.values().next().value;
  const [collection, mode] = chosenMode(state, root, chosen);
  return inheritedValue(state, variable, collection, mode?.modeId ?? root.defaultModeId);
}

/** Upwards from an extension until somebody has a value. */
function inheritedValue(
  state: VariablesState,
  variable: Variable,
  collection: Collection,
  modeId: string,
): Value | undefined {
  const { extension } = collection;
  const parent = extension && state.collections.get(extension.parentId);
  if (extension === undefined) return variable.values.get(modeId);
  const override = extension.overrides.get(variable.id)?.get(modeId);
  if (override !== undefined || parent === undefined) return override;
  const parentModeId = modeNamed(collection, modeId)?.parentModeId ?? parent.defaultModeId;
  return inheritedValue(state, variable, parent, parentModeId);
}

/** A choice made for an extension counts before one made for what it extends. */
function chosenMode(
  state: VariablesState,
  root: Collection,
  chosen: ChosenModes,
): readonly [Collection, Mode | undefined] {
  const family = familyOf(state, root);
  const named = family.findLast(({ id }) => chosen.has(id));
  if (named === undefined) return [root, undefined];
  const modeId = chosen.get(named.id) as string;
  const owner = [named, ...family].find((member) => modeNamed(member, modeId) !== undefined) ?? named;
  return [owner, modeNamed(owner, modeId) ?? modeNamed(owner, owner.defaultModeId)];
}

/** The collection and every extension below it, nearest first. */
function familyOf(state: VariablesState, root: Collection): Collection[] {
  const family = [root];
  for (const { extensionIds } of family) {
    family.push(
      ...extensionIds.map((id) => state.collections.get(id)).filter((found) => found !== undefined),
    );
  }
  return family;
}

const modeNamed = ({ modes }: Collection, id: string): Mode | undefined =>
  modes.find(({ modeId }) => modeId === id);
