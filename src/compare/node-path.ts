import type { Snapshot } from '../document/snapshot.ts';

/** Names of what a node stands in, from the page down. */
export function pathOf(snapshot: Snapshot, index: number): string[] {
  const path: string[] = [];
  let above = snapshot.node(index).parent;
  while (above !== undefined && above > 0) {
    const { shortName, parent } = snapshot.node(above);
    path.push(shortName);
    above = parent;
  }
  return path.reverse();
}
