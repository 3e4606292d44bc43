import type { ByteBody } from '../content/byte-body.ts';
import { runYielding } from '../content/yielding.ts';
import type { NodeId } from '../contract/branded-ids.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { RenderOptions } from '../render/render-options.ts';
import type { ImageSource } from './image-name.ts';
import { imageOptions } from './image-options.ts';
import type { Images } from './images.ts';
import { nodeBox } from './node-size.ts';

/** Longer side of a thumbnail. */
const sidePx = 400;
/** Pages are far larger than what an image's own scale can make small: this one fits the largest there are. */
const smallestScale = 1e-5;
const coverNames = new Set(['cover', 'thumbnail']);

/** What stands for a whole file: a frame of its first page that is named as its cover, or else that page. */
export function* coverNode(snapshot: Snapshot): Generator<void, NodeId | undefined> {
  const [page] = snapshot.children(0);
  if (page === undefined) return undefined;
  for (const child of snapshot.children(page)) {
    const { id, shortName } = snapshot.node(child);
    if (coverNames.has(shortName.trim().toLowerCase())) return id;
    yield;
  }
  return snapshot.node(page).id;
}

/** Options of an image that fits into a thumbnail; undefined for a node that is not there or has no size. */
export function* thumbnailOptions(
  snapshot: Snapshot,
  nodeId: NodeId,
): Generator<void, RenderOptions | undefined> {
  const index = snapshot.find(nodeId);
  const box = index === undefined ? undefined : yield* nodeBox(snapshot, index);
  const longer = Math.max(box?.width ?? 0, box?.height ?? 0);
  if (longer <= 0) return undefined;
  const scale = Math.min(4, Math.max(smallestScale, sidePx / longer));
  // What effects and parts that stick out add to the box is known once it is drawn.
  return { ...imageOptions({ format: 'png', scale }), longestSidePx: sidePx };
}

interface Thumbnail {
  readonly nodeId: NodeId;
  readonly options: RenderOptions;
}

const found = new WeakMap<Snapshot, Promise<Thumbnail | undefined>>();

/**
 * What a file's thumbnail is drawn from, and how; undefined where there is nothing to see. Looked for once while the
 * document stays open: every page of the file asks.
 */
export function fileThumbnail(snapshot: Snapshot): Promise<Thumbnail | undefined> {
  const known = found.get(snapshot) ?? runYielding(lookForThumbnail(snapshot));
  found.set(snapshot, known);
  known.catch(() => found.delete(snapshot));
  return known;
}

function* lookForThumbnail(snapshot: Snapshot): Generator<void, Thumbnail | undefined> {
  const nodeId = yield* coverNode(snapshot);
  const options = nodeId === undefined ? undefined : yield* thumbnailOptions(snapshot, nodeId);
  return nodeId === undefined || options === undefined ? undefined : { nodeId, options };
}

/** A thumbnail, rendered in the caller's turn where it is not there yet; undefined where there is nothing to see. */
export async function openThumbnail(
  images: Images,
  source: ImageSource,
  snapshot: Snapshot,
  caller: string,
  nodeId?: NodeId,
): Promise<{ name: string; body: ByteBody } | undefined> {
  const shown =
    nodeId === undefined
      ? await fileThumbnail(snapshot)
      : { nodeId, options: await runYielding(thumbnailOptions(snapshot, nodeId)) };
  return shown?.options && images.open(source, shown.nodeId, shown.options, caller);
}
