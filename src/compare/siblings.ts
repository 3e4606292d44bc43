import type { Snapshot } from '../document/snapshot.ts';

/** Where a node stands: its parent, and how many come before it there. */
export type Siblings = (index: number) => { readonly parent: number; readonly place: number };

/** Counts the children of a parent once, however many of them are asked for. */
export function siblingsOf(snapshot: Snapshot): Siblings {
  const counted = new Map<number, ReadonlyMap<number, number>>();
  const placesIn = (parent: number): ReadonlyMap<number, number> => {
    const places = new Map<number, number>();
    for (const child of snapshot.children(parent)) places.set(child, places.size);
    return places;
  };
  return (index) => {
    const { parent = 0 } = snapshot.node(index);
    const places = counted.get(parent) ?? placesIn(parent);
    counted.set(parent, places);
    return { parent, place: places.get(index) ?? 0 };
  };
}
