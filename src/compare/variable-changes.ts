import type { ChangeKind, PropertyChange } from './node-change.ts';
import { isSameJson } from './same-json.ts';

type Things = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The variables of a design, as the interface answers them. */
export interface Variables {
  readonly variableCollections: Things;
  readonly variables: Things;
}

/** A variable or a collection that only one version has, or that is another in the later one. */
export interface VariableChange {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly name: string;
  readonly type: 'VARIABLE' | 'VARIABLE_COLLECTION';
  /** Of a variable the name of its collection. */
  readonly path: readonly string[];
  readonly properties: readonly PropertyChange[];
}

/** What says of a thing where it is kept, and not what it is; a collection is told apart from what is in it. */
const leftOut = new Set(['id', 'key', 'remote', 'variableIds', 'inheritedVariableIds', 'localVariableIds']);

/** What became of collections, then of variables, which are known by their ids. Undefined is a step that found nothing. */
export function* variableChanges(
  before: Variables,
  after: Variables,
): Generator<VariableChange | undefined, void> {
  yield* changesOf('VARIABLE_COLLECTION', before.variableCollections, after.variableCollections, () => []);
  yield* changesOf('VARIABLE', before.variables, after.variables, ({ variableCollectionId }) => {
    const id = String(variableCollectionId);
    const collection = after.variableCollections[id] ?? before.variableCollections[id];
    return collection === undefined ? [] : [String(collection.name)];
  });
}

function* changesOf(
  type: VariableChange['type'],
  before: Things,
  after: Things,
  pathOf: (thing: Things[string]) => readonly string[],
): Generator<VariableChange | undefined, void> {
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[id], after[id]];
    const shown = (now ?? old) as Things[string];
    const kind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    const properties = old && now ? [...changedProperties(old, now)] : [];
    if (kind === 'changed' && properties.length === 0) yield undefined;
    else yield { kind, id, name: String(shown.name), type, path: pathOf(shown), properties };
  }
}

function* changedProperties(old: Things[string], now: Things[string]): Generator<PropertyChange> {
  for (const property of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (leftOut.has(property)) continue;
    const [before, after] = [textOf(old[property]), textOf(now[property])];
    if (!isSameJson(before, after)) yield { property, before, after };
  }
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
