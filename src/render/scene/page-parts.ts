import type { Bounds } from '../geometry/bounds.ts';
import { boundsOfJson, grow, intersect, isEmpty } from './boxes.ts';
import { isMask } from './masks.ts';
import { boundsOfPlacement, pagePlacement, placeNode } from './placement.ts';
import type { NodeJson, PagePart, PageSource } from './scene-source.ts';

/** A node on a page without what is in it. */
interface PartHead {
  readonly node: NodeJson;
  /** With those inside of it; one where nothing is said. */
  readonly nodeCount?: number;
}

/** Whether a part begins with a node, asked of those that are seen, in their order: all behind a mask is part of it. */
export function partBeginnings(): (node: NodeJson) => boolean {
  let isMasked = false;
  return (node) => {
    const begins = !isMasked || isMask(node);
    isMasked ||= isMask(node);
    return begins;
  };
}

/** The parts of a page, from the bottom to the top. */
export function partsOf<Head extends PartHead>(
  heads: readonly Head[],
  read: (head: Head) => NodeJson,
): PagePart[] {
  const parts: Head[][] = [];
  const begins = partBeginnings();
  for (const head of heads) {
    if (head.node.visible === false) continue;
    if (begins(head.node)) parts.push([head]);
    else parts.at(-1)?.push(head);
  }
  return parts.map((group) => ({
    box: boundsOfJson(group[0]?.node.absoluteRenderBounds),
    nodeCount: group.reduce((count, head) => count + (head.nodeCount ?? 1), 0),
    read: () => group.map(read),
  }));
}

/** Fonts of other widths, and files that are not exact, reach out of the boxes by so much of their size. */
const slackShare = 0.25;
const slackPx = 64;

/** Where a part can leave marks, whatever fonts there are. */
export const loosened = (box: Bounds): Bounds =>
  grow(box, slackPx + slackShare * Math.max(box.right - box.left, box.bottom - box.top));

/** The parts that may be seen in a window of the canvas. */
export const partsIn = ({ parts }: PageSource, window: Bounds): PagePart[] =>
  parts.filter(({ box }) => box === undefined || !isEmpty(intersect(loosened(box), window)));

/** The canvas' own coordinates. */
export const canvas = pagePlacement({ x: 0, y: 0 });

/** Where a node on a page lies, by what the file says of it. */
export function boundsOnPage(node: NodeJson): Bounds | undefined {
  const place = placeNode(node, canvas);
  return (
    boundsOfJson(node.absoluteRenderBounds) ??
    boundsOfJson(node.absoluteBoundingBox) ??
    (place && boundsOfPlacement(place))
  );
}
