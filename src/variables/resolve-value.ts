import type { Collection, Mode, Variable, VariablesState } from './state.ts';
import { type Color, isAlias, isComposed, type Value } from './values.ts';

/** Collection id to mode id; a collection without an entry stands in its default mode. */
export type ChosenModes = ReadonlyMap<string, string>;

export type ResolvedValue = boolean | number | string | Color;

/**
 * The values of variables under the chosen modes, through aliases and overrides, each of a long chain once. The mode of an extension may
 * be chosen under the extension's id or under that of the collection at the top. The opacity of a composed
 * colour, from 0 to 1, takes the place of the alpha that its colour brings. Never loops, also where a state
 * that was read holds a loop.
 *
 * @returns undefined where the chain ends at a variable that is not in the state
 */
export function valueResolver(
  state: VariablesState,
  chosen: ChosenModes,
): (variableId: string) => ResolvedValue | undefined {
  const ends = rememberedWays((id) => plainStep(valueAt(state, id, chosen)));
  const opacityOf = (opacity: Value): number | undefined => {
    const value = isAlias(opacity) ? ends(opacity.id) : opacity;
    return typeof value === 'number' ? Math.min(1, Math.max(0, value)) : undefined;
  };
  const found = rememberedWays((id) => colourStep(valueAt(state, id, chosen), opacityOf));
  return (id) => shown(found(id));
}

/** What a variable leads to: to another one, or to its end; and what of that one it makes its own. */
interface Step<T> {
  readonly next?: string;
  readonly make: (end: T | undefined) => T | undefined;
}

/** Follows variables to their ends, and remembers those on the way; one that leads back to itself has none. */
function rememberedWays<T>(stepAt: (id: string) => Step<T>): (id: string) => T | undefined {
  const known = new Map<string, T | undefined>();
  return (first) => {
    const way: [id: string, step: Step<T>][] = [];
    for (let id: string | undefined = first; id !== undefined && !known.has(id); ) {
      const step = stepAt(id);
      known.set(id, undefined);
      way.push([id, step]);
      id = step.next;
    }
    let end = known.get(way.at(-1)?.[1].next ?? first);
    for (const [id, { make }] of way.reverse()) {
      end = make(end);
      known.set(id, end);
    }
    return end;
  };
}

const theSame = <T>(end: T): T => end;

/** A composed colour is no number, so one opacity never leads to another. */
const plainStep = (value: Value | undefined): Step<Value> =>
  isAlias(value) ? { next: value.id, make: theSame } : { make: () => value };

interface Found {
  readonly value: ResolvedValue;
  /** Null where it is composed with one that leads nowhere. */
  readonly opacity?: number | null;
}

function colourStep(
  value: Value | undefined,
  opacityOf: (opacity: Value) => number | undefined,
): Step<Found> {
  if (value === undefined) return { make: () => undefined };
  if (isAlias(value)) return { next: value.id, make: theSame };
  if (!isComposed(value)) return { make: () => ({ value }) };
  const opacity = opacityOf(value.opacity) ?? null;
  const { color } = value;
  if (!isAlias(color)) return { make: () => ({ value: { ...color, a: 1 }, opacity }) };
  return { next: color.id, make: (end) => end && { value: end.value, opacity } };
}

function shown(found: Found | undefined): ResolvedValue | undefined {
  if (found === undefined || found.opacity === null) return undefined;
  const { value, opacity } = found;
  return opacity === undefined || typeof value !== 'object' ? value : { ...value, a: opacity };
}

/** The value of one variable, not yet followed. */
function valueAt(state: VariablesState, id: string, chosen: ChosenModes): Value | undefined {
  const variable = state.variables.get(id);
  const root = variable && state.collections.get(variable.collectionId);
  if (variable === undefined || root === undefined) return variable?.values.values().next().value;
  const [collection, mode] = chosenMode(state, root, chosen);
  return inheritedValue(state, variable, collection, mode?.modeId ?? root.defaultModeId);
}

/** The value that a collection shows in one of its modes, not yet followed: upwards from an extension until one has it. */
export function inheritedValue(
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
    for (const id of extensionIds) {
      const extension = state.collections.get(id);
      if (extension !== undefined) family.push(extension);
    }
  }
  return family;
}

const modeNamed = ({ modes }: Collection, id: string): Mode | undefined =>
  modes.find(({ modeId }) => modeId === id);
