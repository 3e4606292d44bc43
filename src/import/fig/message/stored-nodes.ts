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
  const kept = new Map<NodeHead, { readonly node: FigNode; readonly sizeBytes: number }>();
  let keptBytes = 0;
  const makeRoom = (): void => {
    for (const [head, { sizeBytes }] of kept) {
      if (keptBytes <= mostBytes) return;
      kept.delete(head);
      keptBytes -= sizeBytes;
    }
  };
  const whole = (head: NodeHead): FigNode => {
    const known = kept.get(head);
    if (known !== undefined) {
      kept.delete(head);
      kept.set(head, known);
      return known.node;
    }
    const { value: node, sizeBytes } = readAt(head.place);
    effort.spend(sizeBytes / bytesOfValue);
    keptBytes += sizeBytes;
    makeRoom();
    kept.set(head, { node, sizeBytes });
    return node;
  };
  const entry = (place: number): FigNode => {
    const { value, sizeBytes } = readAt(place);
    effort.spend(sizeBytes / bytesOfEntryValue);
    return value;
  };
  return { heads, whole, entry };
}
