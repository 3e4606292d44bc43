import type { Bounds } from '../geometry/bounds.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { boundsOfJson, grow, intersect, isEmpty } from './boxes.ts';
import { startDrawing } from './build-scene.ts';
import { drawChildren } from './children.ts';
import { recordsOf } from './json-values.ts';
import { isMask } from './masks.ts';
import { boundsOfPlacement, pagePlacement, placeNode } from './placement.ts';
import type { SceneItem, SceneReport } from './scene.ts';
import type { NodeJson, PagePart, PageSource, SceneOptions } from './scene-source.ts';

/** A node on a page without what is in it. */
interface PartHead {
  readonly node: NodeJson;
  /** With those inside of it; one where nothing is said. */
  readonly nodeCount?: number;
}

/** The parts of a page, from the bottom to the top. */
export function partsOf<Head extends PartHead>(
  heads: readonly Head[],
  read: (head: Head) => NodeJson,
): PagePart[] {
  const parts: Head[][] = [];
  let through: Head[] | undefined;
  for (const head of heads) {
    if (head.node.visible === false) continue;
    if (isMask(head.node)) through = [];
    if (through === undefined || through.length === 0) parts.push(through ?? [head]);
    through?.push(head);
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

const canvas = pagePlacement({ x: 0, y: 0 });

/** A line of a report, and where on the canvas the node lies that it tells of, where the file says so. */
export interface PlacedEntry<Entry> {
  readonly entry: Entry;
  readonly box: Bounds | undefined;
}

/** A part as painters draw it, in the canvas' own coordinates. */
export interface BuiltPart {
  readonly items: readonly SceneItem[];
  readonly substitutions: readonly PlacedEntry<SceneReport['substitutions'][number]>[];
  readonly notDrawn: readonly PlacedEntry<SceneReport['notDrawn'][number]>[];
}

/** Boxes of some nodes among others and what is in them, by their ids. */
function boxesOf(nodes: readonly NodeJson[], ids: ReadonlySet<unknown>): Map<unknown, Bounds | undefined> {
  const boxes = new Map<unknown, Bounds | undefined>();
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined && boxes.size < ids.size; node = waiting.pop()) {
    if (ids.has(node.id))
      boxes.set(node.id, boundsOfJson(node.absoluteRenderBounds) ?? boundsOfJson(node.absoluteBoundingBox));
    for (const child of recordsOf(node.children)) waiting.push(child);
  }
  return boxes;
}

/** Builds a part from its nodes. */
export function buildPart(
  nodes: readonly NodeJson[],
  { find }: PageSource,
  options: SceneOptions,
  fonts: FontRegistry,
): BuiltPart {
  const drawing = startDrawing(fonts, options, find);
  const items = drawChildren(drawing, { type: 'CANVAS', children: nodes }, canvas);
  const { substitutions, notDrawn } = drawing;
  const ids = new Set([...substitutions, ...notDrawn].map(({ nodeId }) => nodeId));
  const boxes = boxesOf(nodes, ids);
  const placed = <Entry extends { nodeId: string }>(entry: Entry) => ({
    entry,
    box: boxes.get(entry.nodeId),
  });
  return { items, substitutions: substitutions.map(placed), notDrawn: notDrawn.map(placed) };
}

/** Where a node on a page lies, by what the file says of it. */
export function boundsOnPage(node: NodeJson): Bounds | undefined {
  const place = placeNode(node, canvas);
  return (
    boundsOfJson(node.absoluteRenderBounds) ??
    boundsOfJson(node.absoluteBoundingBox) ??
    (place && boundsOfPlacement(place))
  );
}
