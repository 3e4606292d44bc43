import type { Snapshot } from '../../document/snapshot.ts';

/** The page that a node is or lies on. */
export function pageAround(snapshot: Snapshot, node: number): number {
  let page = snapshot.node(node);
  while (page.parent !== undefined && page.parent > 0) page = snapshot.node(page.parent);
  return page.index;
}
