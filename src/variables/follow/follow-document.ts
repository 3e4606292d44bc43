import type { Patch } from '../../document/patches.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { VariablesState } from '../state.ts';
import { affectedVariables } from './affected-variables.ts';
import { followNode } from './follow-node.ts';
import { modesOfNodes } from './modes-of-nodes.ts';
import { patchNode } from './patch-node.ts';
import { readOwn } from './read-own.ts';
import { valuesUnderModes } from './values-under-modes.ts';

/**
 * The patches of a document whose nodes follow a change of its variables: every bound value that is another one
 * now, under the modes set around its node. Values whose variables did not change stay as the document has
 * them. Rests after each node; takes what the bound nodes take, however large the document.
 */
export function* followDocument(
  document: Snapshot,
  before: VariablesState,
  after: VariablesState,
): Generator<void, Patch[]> {
  const affected = affectedVariables(before, after);
  const bound = document.boundIds().filter((id) => affected.has(id));
  const nodes = new Set(bound.flatMap((id) => document.nodesBoundTo(id)).sort((a, b) => a - b));
  const modesOf = modesOfNodes(document);
  const valuesUnder = valuesUnderModes(before, after, affected);
  const patches: Patch[] = [];
  for (const index of nodes) {
    const own = readOwn(document, index);
    const followed = followNode(own, valuesUnder(modesOf(index)));
    if (followed !== own) patches.push(...patchNode(document.ownProperties(index), own, followed));
    yield;
  }
  return patches;
}
