import { patchNode } from '../../document/patch-node.ts';
import type { Patch } from '../../document/patches.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { withOutline } from './follow-outline.ts';
import type { TwoStates } from './followed-nodes.ts';

/** What shows a node as it is after a change. In steps: it may say megabytes of itself. */
export function* patchFollowed(
  document: Snapshot,
  index: number,
  { before, after }: TwoStates,
): Generator<void, Patch[]> {
  const shown = withOutline(before, after);
  const isSame = Object.keys(shown).every((key) => shown[key] === before[key]);
  return isSame ? [] : patchNode(yield* document.ownPropertiesInSteps(index), before, shown);
}
