import type { Snapshot } from '../document/snapshot.ts';

/** Where a node stands: its parent, and how many come before it there. */
export type Siblings = (
  index: number,
) => Generator<void, { readonly parent: number; readonly place: number }>;

/** Counts the children of a parent once, however many of them are asked for. Yields after each. */
export function siblingsOf(snapshot: Snapshot): Siblings {
  const counted = new Map<number, ReadonlyMap<number, number>>();
  function* placesIn(parent: number): Generator<void, ReadonlyMap<number, number>> {
    const places = new Map<number, number>();
    for (const child of snapshot.children(parent)) {
      yield;
      places.set(child, places.size);
    }
    return places;
  }
  return function* (index) {
    const { parent = 0 } = snapshot.node(index);
    const places = counted.get(parent) ?? (yield* placesIn(parent));
    counted.set(parent, places);
    return { parent, place: places.get(index) ?? 0 };
  };
}
