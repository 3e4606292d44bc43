import type { Snapshot } from '../../document/snapshot.ts';
import type { VariablesState } from '../state.ts';
import { affectedVariables } from './affected-variables.ts';
import { followNode } from './follow-node.ts';
import type { FollowedNodes, TwoStates } from './followed-nodes.ts';
import { modesOfNodes } from './modes-of-nodes.ts';
import { readOwn } from './read-own.ts';
import { valuesUnderModes } from './values-under-modes.ts';

/**
 * The nodes with a value that follows a change of variables: that is bound to one and is another one now, under
 * the modes set around the node. Values whose variables did not change stay as the document has them. Rests after
 * each node; takes what the bound nodes take, however large the document.
 */
export function* followNodes(
  document: Snapshot,
  before: VariablesState,
  after: VariablesState,
): Generator<void, FollowedNodes> {
  const affected = affectedVariables(before, after);
  const bound = document.boundIds().filter((id) => affected.has(id));
  const indexes = new Set(bound.flatMap((id) => document.nodesBoundTo(id)).sort((one, other) => one - other));
  const modesOf = modesOfNodes(document);
  const valuesUnder = valuesUnderModes(before, after, affected);
  const followed = new Map<number, TwoStates>();
  for (const index of indexes) {
    const own = readOwn(document, index);
    const result = followNode(own, valuesUnder(modesOf(index)));
    if (result !== own) followed.set(index, { before: own, after: result });
    yield;
  }
  return followed;
}
