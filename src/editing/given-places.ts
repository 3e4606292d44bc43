import { translation } from '../render/geometry/matrix.ts';
import { type JsonRecord, pointOf } from '../render/scene/json-values.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, subtreeOf } from './draft-node.ts';
import { shiftBoxes } from './place-node.ts';

/**
 * Gives a node properties as they stand. What is in it goes along with its box, since of two documents those boxes
 * alone are told as changed that lie otherwise in their parent. Yields after each node.
 */
export function* giveAsTold(draft: Draft, node: DraftNode, properties: JsonRecord): Generator<void, void> {
  const before = pointOf(node.own.absoluteBoundingBox);
  draft.give(node, properties);
  const after = pointOf(node.own.absoluteBoundingBox);
  if (before === undefined || after === undefined) return;
  for (const below of subtreeOf(node)) {
    yield;
    if (below !== undefined && below !== node) shiftBy(draft, below, before, after);
  }
}

/** Puts a node into a parent; it lies there as it lay in the one before. Yields after each node. */
export function* putAsTold(
  draft: Draft,
  node: DraftNode,
  parent: DraftNode,
  index: () => number | undefined,
): Generator<void, void> {
  const before = originOf(node.parent);
  draft.take(node);
  draft.put(node, parent, index());
  const after = originOf(parent);
  for (const below of subtreeOf(node)) {
    yield;
    if (below !== undefined) shiftBy(draft, below, before, after);
  }
}

/** New nodes lie in their parent as they lay where they come from. Yields after each. */
export function* arriveAsTold(
  draft: Draft,
  nodes: readonly DraftNode[],
  origin: Point,
): Generator<void, void> {
  const here = originOf(nodes[0]?.parent);
  for (const node of nodes) {
    yield;
    shiftBy(draft, node, origin, here);
  }
}

const originOf = (node: DraftNode | undefined) => pointOf(node?.own.absoluteBoundingBox) ?? { x: 0, y: 0 };

type Point = { readonly x: number; readonly y: number };

function shiftBy(draft: Draft, node: DraftNode, before: Point, after: Point): void {
  if (before.x === after.x && before.y === after.y) return;
  shiftBoxes(draft, node, translation(after.x - before.x, after.y - before.y));
}
