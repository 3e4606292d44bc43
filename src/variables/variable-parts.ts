import { setEntry } from '../document/set-entry.ts';
import { differingKeys, entriesInSlot, hashOf, type PersistentMap, slotCount } from './persistent-map.ts';
import type { Variable } from './state.ts';
import type { Color, Value } from './values.ts';

/** A multiple of the slots of a map of variables. Stored by these many rows, thousands of variables are written at once, and one is written beside dozens. */
const partCount = 128;

/** Which part of a stored file holds a variable. The migration to parts knows it too: it stays as it is. */
export const partOf = (id: string): number => hashOf(id) % partCount;

/** The parts in which one state differs from another, with all that they hold: nothing, where a part is gone. In steps. */
export function* changedParts(
  before: PersistentMap<Variable>,
  after: PersistentMap<Variable>,
): Generator<void, ReadonlyMap<number, readonly Variable[]>> {
  const parts = new Map<number, Variable[]>();
  if (before.size === 0) {
    for (const [id, variable] of after) {
      openPart(parts, id).push(variable);
      yield;
    }
    return parts;
  }
  for (const id of differingKeys(before, after)) {
    openPart(parts, id);
    yield;
  }
  const slots = new Set(Array.from(parts.keys(), (part) => part % slotCount));
  for (const slot of slots)
    for (const [id, variable] of entriesInSlot(after, slot)) {
      parts.get(partOf(id))?.push(variable);
      yield;
    }
  return parts;
}

/** The part of a variable, made where it is not there. */
function openPart(parts: Map<number, Variable[]>, id: string): Variable[] {
  const part = partOf(id);
  const open = parts.get(part) ?? [];
  if (open.length === 0) parts.set(part, open);
  return open;
}

/** JSON: an array of variables as a local answer has them, without what a reader fills in by default. */
export const printPart = (variables: readonly Variable[]): string =>
  JSON.stringify(variables.map(printBriefly));

/** Variables by id, as a local answer has them. Yields after each part. */
export function* readParts(parts: readonly string[]): Generator<void, Readonly<Record<string, unknown>>> {
  const variables: Record<string, unknown> = {};
  for (const part of parts) {
    const stored = JSON.parse(part) as StoredVariable[];
    for (const variable of stored) setEntry(variables, variable.id, withValues(variable));
    yield;
  }
  return variables;
}

type StoredVariable = { readonly id: string; readonly valuesByMode: Readonly<Record<string, StoredValue>> };
/** Most values of most files are colours: as four numbers they take half the time to print. */
type StoredValue = Exclude<Value, Color> | readonly [r: number, g: number, b: number, a: number];

/** One shape for all of them: JSON passes over what is undefined. */
function printBriefly(variable: Variable) {
  const { remote, description, hiddenFromPublishing, scopes, codeSyntax, deletedButReferenced } = variable;
  const takesAll = scopes.length === 1 && scopes[0] === 'ALL_SCOPES';
  const values: [string, StoredValue][] = [];
  for (const [modeId, value] of variable.values) values.push([modeId, storedValue(value)]);
  return {
    id: variable.id,
    name: variable.name,
    key: variable.key,
    variableCollectionId: variable.collectionId,
    resolvedType: variable.type,
    valuesByMode: Object.fromEntries(values),
    remote: remote || undefined,
    description: description || undefined,
    hiddenFromPublishing: hiddenFromPublishing || undefined,
    scopes: takesAll ? undefined : scopes,
    codeSyntax: Object.keys(codeSyntax).length === 0 ? undefined : codeSyntax,
    deletedButReferenced: deletedButReferenced || undefined,
  };
}

const storedValue = (value: Value): StoredValue =>
  typeof value === 'object' && 'r' in value ? [value.r, value.g, value.b, value.a] : value;

const withValues = (variable: StoredVariable): object => {
  const values = Object.entries(variable.valuesByMode);
  return { ...variable, valuesByMode: Object.fromEntries(values.map(([id, value]) => [id, valueIn(value)])) };
};

function valueIn(stored: StoredValue): Value {
  if (!Array.isArray(stored)) return stored as Exclude<Value, Color>;
  const [r, g, b, a] = stored;
  return { r, g, b, a };
}
