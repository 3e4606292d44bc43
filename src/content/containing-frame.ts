import type { NodeId } from '../contract/branded-ids.ts';
import { objectOf, someValues } from '../document/node-values.ts';
import type { Snapshot, SnapshotNode } from '../document/snapshot.ts';

interface NamedNode {
  readonly nodeId: NodeId;
  readonly name: string;
}

/** Where a component stands in its document, as the interface says it. */
export interface ContainingFrame extends Partial<NamedNode> {
  /** `#RRGGBB`, with two more digits where it is not opaque. */
  readonly backgroundColor?: string;
  readonly pageId: NodeId;
  readonly pageName: string;
  readonly containingStateGroup?: NamedNode;
  readonly containingComponentSet?: NamedNode;
}

/**
 * The page of a component, the outermost frame that it is in and the set that it belongs to; null where it is on
 * no page. In steps; of names their beginnings. The deprecated name of the set says the same as the current one.
 *
 * @see VER-07
 */
export function* containingFrame(snapshot: Snapshot, index: number): Generator<void, ContainingFrame | null> {
  const above = ancestors(snapshot, index);
  const page = above.find(({ type }) => type === 'CANVAS');
  if (page === undefined) return null;
  const frame = above.findLast(({ type }) => type === 'FRAME' || type === 'COMPONENT_SET');
  const parent = above[0]?.type === 'COMPONENT_SET' ? named(above[0]) : undefined;
  return {
    ...(frame === undefined ? {} : { ...named(frame), ...(yield* backgroundOf(snapshot, frame)) }),
    pageId: page.id,
    pageName: page.shortName,
    ...(parent === undefined ? {} : { containingStateGroup: parent, containingComponentSet: parent }),
  };
}

/** From the parent upwards. */
function ancestors(snapshot: Snapshot, index: number): SnapshotNode[] {
  const found: SnapshotNode[] = [];
  let at = snapshot.node(index).parent;
  while (at !== undefined) {
    const node = snapshot.node(at);
    found.push(node);
    at = node.parent;
  }
  return found;
}

const named = ({ id, shortName: name }: SnapshotNode): NamedNode => ({ nodeId: id, name });

const colorKey: ReadonlySet<string> = new Set(['backgroundColor']);

function* backgroundOf(
  snapshot: Snapshot,
  { index }: SnapshotNode,
): Generator<void, { backgroundColor?: string }> {
  const values = yield* someValues(snapshot, index, colorKey);
  const { r, g, b, a = 1 } = objectOf(values, 'backgroundColor');
  const parts = [r, g, b, ...(a === 1 ? [] : [a])];
  return parts.every(isShare) ? { backgroundColor: `#${parts.map(hexOf).join('')}` } : {};
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const hexOf = (share: number): string =>
  Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')
    .toUpperCase();
