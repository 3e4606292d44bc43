import { exactNodeId, type NodeId } from './branded-ids.ts';
import { listOf } from './comma-lists.ts';

/** `1-3`, `I1-2;3-4`, also half spelled so. */
const inAddress = /^I?\d+[-:]\d+(;\d+[-:]\d+)*$/;

/**
 * A node's id from an id that may be spelled as addresses of pages carry it, with hyphens for colons.
 * Anything else is an id as it stands.
 *
 * @see ruling H28
 */
export function nodeIdOf(text: string): NodeId {
  return exactNodeId(inAddress.test(text) ? text.replaceAll('-', ':') : text);
}

/** The ids of a comma-separated list, each once, in the order given. @see FILE-18, ruling H28 */
export function nodeIdsOf(text: string | undefined): NodeId[] {
  return [...new Set(listOf(text).map(nodeIdOf))];
}
