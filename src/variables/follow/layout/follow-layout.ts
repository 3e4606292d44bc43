import type { Patch } from '../../../document/patches.ts';
import type { Snapshot } from '../../../document/snapshot.ts';
import { patchFollowed } from '../patch-followed.ts';
import type { LayoutTools } from './lay-out.ts';
import type { LayoutPlan } from './layout-plan.ts';
import { placeTree } from './place-tree.ts';

/**
 * The patches of what moving nodes come to: each frame of the plan is laid out anew, in one step. Yields after
 * each node.
 */
export function* followLayout(
  document: Snapshot,
  plan: LayoutPlan,
  tools: LayoutTools,
): Generator<void, Patch[]> {
  const patches = [...plan.patches];
  for (const root of plan.roots) {
    for (const placed of placeTree(tools, plan.tree(root), plan.above(root))) {
      yield;
      if (placed === undefined) continue;
      const [{ index, before }, after] = placed;
      for (const patch of yield* patchFollowed(document, index, { before, after })) patches.push(patch);
    }
  }
  return patches;
}

/** What takes some 25 ms at the worst. */
const few = { nodes: 300, bytes: 256 * 1024, characters: 10_000 };

/** Whether it is laid out in so short a time that others may wait for it. */
export function isSoonLaidOut(document: Snapshot, { roots, characters }: LayoutPlan): boolean {
  const nodes = roots.reduce((sum, root) => sum + document.node(root).subtreeEnd - root, 0);
  if (nodes > few.nodes || characters > few.characters) return false;
  const bytes = roots.reduce((sum, root) => sum + document.subtree(root, { geometry: true }).sizeBytes, 0);
  return bytes <= few.bytes;
}
