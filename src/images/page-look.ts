import type { NodeId } from '../contract/branded-ids.ts';
import { readShown } from '../document/read-node.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { Bounds } from '../render/geometry/bounds.ts';
import { boundsOfJson, isEmpty, unite } from '../render/scene/boxes.ts';
import { readColor } from '../render/scene/colors.ts';
import { boundsOnPage, loosened, partBeginnings } from '../render/scene/page-parts.ts';
import type { Color } from '../render/scene/scene.ts';
import type { NodeJson } from '../render/scene/scene-source.ts';

/** What there is to know of a page before it is drawn. */
export interface PageLook {
  readonly id: NodeId;
  readonly name: string;
  /** Opaque. */
  readonly paper: Color;
  /** The box around what is on it, in px of the canvas; undefined for an empty page. */
  readonly bounds: Bounds | undefined;
  /** No mark lies outside of it; undefined where the file does not say enough. */
  readonly reach: Bounds | undefined;
}

/** What lies under pages that say nothing, as in the original's editor. */
const usualPaper: Color = { r: 0.96, g: 0.96, b: 0.96, a: 1 };

/** A page's own colour, as far as it is transparent over white. */
function paperOf({ backgroundColor }: NodeJson): Color {
  if (typeof backgroundColor !== 'object' || backgroundColor === null) return usualPaper;
  const { r, g, b, a } = readColor(backgroundColor);
  const overWhite = (share: number): number => share * a + 1 - a;
  return { r: overWhite(r), g: overWhite(g), b: overWhite(b), a: 1 };
}

/** What a node says of itself; its longest values tell nothing of its place. */
function* nodeOf(snapshot: Snapshot, index: number): Generator<void, NodeJson> {
  return (yield* readShown(snapshot, index)) as unknown as NodeJson;
}

const uniteTwo = (one: Bounds | undefined, other: Bounds | undefined): Bounds | undefined =>
  one && other ? unite(one, other) : (one ?? other);

/** Pages by their ids, as they follow one another. */
export type PageLooks = ReadonlyMap<NodeId, PageLook>;

/** Looks at the pages of a document; a step for each, and for each node that lies on one. */
export function* lookAtPages(snapshot: Snapshot): Generator<void, PageLooks> {
  const pages = new Map<NodeId, PageLook>();
  for (const index of snapshot.children(0)) {
    if (snapshot.node(index).type === 'CANVAS') {
      const look = yield* lookOf(snapshot, index);
      pages.set(look.id, look);
    }
    yield;
  }
  return pages;
}

function* lookOf(snapshot: Snapshot, index: number): Generator<void, PageLook> {
  const { id, shortName: name } = snapshot.node(index);
  const paper = paperOf(yield* nodeOf(snapshot, index));
  const begins = partBeginnings();
  let bounds: Bounds | undefined;
  let reach: Bounds | undefined;
  let isReachKnown = true;
  for (const child of snapshot.children(index)) {
    yield;
    const node = yield* nodeOf(snapshot, child);
    if (node.visible === false) continue;
    bounds = uniteTwo(bounds, boundsOnPage(node));
    if (!begins(node)) continue;
    const box = boundsOfJson(node.absoluteRenderBounds);
    if (box === undefined) isReachKnown = false;
    else reach = uniteTwo(reach, loosened(box));
  }
  return {
    id,
    name,
    paper,
    bounds: bounds && !isEmpty(bounds) ? bounds : undefined,
    reach: isReachKnown ? reach : undefined,
  };
}
