import type { Patch } from '../../document/patches.ts';
import { readInPages } from '../../document/read-in-pages.ts';
import { readOwnInSteps } from '../../document/read-node.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { VariablesState } from '../state.ts';
import { affectedVariables } from './affected-variables.ts';
import { followNode } from './follow-node.ts';
import type { Followed, TwoStates } from './followed-nodes.ts';
import { touchesLayout } from './layout/touches-layout.ts';
import { modesOfNodes } from './modes-of-nodes.ts';
import { patchFollowed } from './patch-followed.ts';
import { valuesUnderModes } from './values-under-modes.ts';

/** Nodes beyond these get their values and stay where they are: the others are held in memory for layout. */
const mostMoving = 50_000;

/**
 * The nodes with a value that follows a change of variables: that is bound to one and is another one now, under
 * the modes set around the node. Values whose variables did not change stay as the document has them. Yields after
 * each node; takes what the bound nodes take, however large the document.
 */
export function* followNodes(
  given: Snapshot,
  before: VariablesState,
  after: VariablesState,
): Generator<void, Followed> {
  const document = readInPages(given);
  const affected = affectedVariables(before, after);
  const bound = document.boundIds().filter((id) => affected.has(id));
  const indexes = new Set(bound.flatMap((id) => document.nodesBoundTo(id)).sort((one, other) => one - other));
  const modesOf = modesOfNodes(document);
  const valuesUnder = valuesUnderModes(before, after, affected);
  const patches: Patch[] = [];
  const moving = new Map<number, TwoStates>();
  for (const index of indexes) {
    const own = yield* readOwnInSteps(document, index);
    const states = { before: own, after: followNode(own, valuesUnder(modesOf(index))) };
    if (moving.size < mostMoving && touchesLayout(states)) moving.set(index, states);
    else for (const patch of yield* patchFollowed(document, index, states)) patches.push(patch);
    yield;
  }
  return { patches, moving };
}
