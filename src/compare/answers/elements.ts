/** Two elements of two lists that belong together; undefined on the side that lacks it. */
export interface ElementPair {
  readonly expected: { readonly value: unknown } | undefined;
  readonly actual: { readonly value: unknown } | undefined;
  readonly index: number;
  readonly id: string | undefined;
}

export interface PairedElements {
  readonly pairs: readonly ElementPair[];
  /** Whether those that both lists have stand in the same order. */
  readonly isSameOrder: boolean;
}

/** By which an element is known, the first of these that all of a list have, each another. */
const idNames = ['id', 'node_id', 'nodeId', 'modeId', 'key'] as const;

/** Pairs elements by what they are known by, else by their places. */
export function pairedElements(expected: readonly unknown[], actual: readonly unknown[]): PairedElements {
  for (const name of idNames) {
    const ids = idsBy(expected, name);
    const others = ids && idsBy(actual, name);
    if (others !== undefined) return pairsById(ids!, others);
  }
  return { pairs: pairsByPlace(expected, actual), isSameOrder: true };
}

type Ids = ReadonlyMap<string, unknown>;

function idsBy(list: readonly unknown[], name: string): Ids | undefined {
  const ids = new Map<string, unknown>();
  for (const element of list) {
    if (typeof element !== 'object' || element === null) return undefined;
    const id = (element as Record<string, unknown>)[name];
    if (typeof id !== 'string') return undefined;
    ids.set(id, element);
  }
  return ids.size === list.length ? ids : undefined;
}

function pairsById(expected: Ids, actual: Ids): PairedElements {
  const sideOf = (ids: Ids, id: string) => (ids.has(id) ? { value: ids.get(id) } : undefined);
  const all = [...new Set([...expected.keys(), ...actual.keys()])];
  const pairs = all.map((id, index) => ({
    expected: sideOf(expected, id),
    actual: sideOf(actual, id),
    index,
    id,
  }));
  const shared = [...expected.keys()].filter((id) => actual.has(id));
  const there = [...actual.keys()].filter((id) => expected.has(id));
  return { pairs, isSameOrder: shared.every((id, at) => id === there[at]) };
}

function pairsByPlace(expected: readonly unknown[], actual: readonly unknown[]): ElementPair[] {
  const sideOf = (list: readonly unknown[], index: number) =>
    index < list.length ? { value: list[index] } : undefined;
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => ({
    expected: sideOf(expected, index),
    actual: sideOf(actual, index),
    index,
    id: undefined,
  }));
}
