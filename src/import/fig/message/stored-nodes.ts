import { LeastRecent } from '../../../least-recent.ts';
import type { ReadAt } from '../kiwi/read-message.ts';
import type { Effort } from './effort.ts';
import type { FigNode, Guid } from './wanted.ts';
import type { NodeHead } from './wanted-heads.ts';
import type { Showing } from './wanted-showings.ts';

/** The nodes of a message: what is kept of each, what it shows of others, and each whole. */
export interface StoredNodes {
  readonly heads: readonly NodeHead[];
  readonly showing: (head: NodeHead) => Showing;
  readonly whole: (head: NodeHead) => FigNode;
  /** What an instance says of a layer, by its place. */
  readonly entry: (place: number) => FigNode;
  /** The keys that lead to the layer that it is said of. */
  readonly entryPath: (place: number) => readonly Guid[];
}

const bytesOfValue = 8;
const bytesOfEntryValue = 2;

/**
 * Reads nodes where they lie. Those of `mostBytes` that were asked for last are kept: instances show the same ones again
 * and again.
 */
export function nodesInPlace(
  heads: readonly NodeHead[],
  readAt: ReadAt<FigNode>,
  { mostBytes, effort }: { readonly mostBytes: number; readonly effort: Effort },
): Pick<StoredNodes, 'heads' | 'whole' | 'entry'> {
  const kept = new LeastRecent<NodeHead, FigNode>(mostBytes);
  const whole = (head: NodeHead): FigNode => {
    const known = kept.get(head);
    if (known !== undefined) return known;
    const { value: node, sizeBytes } = readAt(head.place);
    effort.spend(sizeBytes / bytesOfValue);
    // One that is larger than all may be is kept alone.
    kept.set(head, node, Math.min(sizeBytes, mostBytes));
    return node;
  };
  const entry = (place: number): FigNode => {
    const { value, sizeBytes } = readAt(place);
    effort.spend(sizeBytes / bytesOfEntryValue);
    return value;
  };
  return { heads, whole, entry };
}
