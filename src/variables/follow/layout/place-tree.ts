import { type Matrix, multiply } from '../../../render/geometry/matrix.ts';
import { type JsonRecord, pointOf } from '../../../render/scene/json-values.ts';
import { readTransform } from '../../../render/scene/placement.ts';
import type { TwoStates } from '../followed-nodes.ts';
import { type LayoutTools, layOut, type Place } from './lay-out.ts';
import type { LayoutNode } from './layout-tree.ts';
import { moveNode, turned, turnOf, type Vector } from './move-node.ts';
import { nothing, type Size, sizeOf } from './sizes.ts';
import { directionOf, textAutoResize } from './sizing.ts';
import { isOther, textSize } from './text-sizes.ts';

/** What is above a node. */
export interface AboveNode {
  /** How the node's parent is turned on the canvas, and how far it moved there. */
  readonly turn: Matrix;
  readonly moved: Vector;
  readonly wasShown: boolean;
  readonly isShown: boolean;
}

type Layout = ReadonlyMap<LayoutNode, Place>;

interface Waiting extends AboveNode {
  readonly node: LayoutNode;
  readonly parent: JsonRecord | undefined;
  /** The layouts that the parent takes part in. */
  readonly before: Layout;
  readonly after: Layout;
}

const noLayout: Layout = new Map();

/** Every node of a tree that may look otherwise than before, as it is after layout. Yields after each. */
export function* placeTree(
  tools: LayoutTools,
  root: LayoutNode,
  above: AboveNode,
): Generator<[node: LayoutNode, after: JsonRecord]> {
  const waiting: Waiting[] = [{ ...above, node: root, parent: undefined, before: noLayout, after: noLayout }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    const isRoot = !next.after.has(node) && node.isTouched && directionOf(node.after) !== undefined;
    const before = isRoot ? layOut(tools, node, 'before') : next.before;
    const after = isRoot ? layOut(tools, node, 'after') : next.after;
    const size = newSize(tools, node, before.get(node), after.get(node));
    const inParent = isRoot ? still : movedInParent(next);
    const shift = turned(next.turn, inParent);
    const moved = { x: next.moved.x + shift.x, y: next.moved.y + shift.y };
    const turn = multiply(next.turn, turnOf(node.before));
    const wasShown = next.wasShown && node.before.visible !== false;
    const isShown = next.isShown && node.after.visible !== false;
    yield [node, moveNode(node, { inParent, onCanvas: moved, size, wasShown, isShown, turn })];
    const isStill = !isOther(moved.x, 0) && !isOther(moved.y, 0) && !isResized(node, size);
    if (isStill && !node.isTouched && wasShown === isShown) continue;
    for (const child of node.children)
      waiting.push({ node: child, parent: node.before, before, after, turn, moved, wasShown, isShown });
  }
}

const still: Vector = { x: 0, y: 0 };

function isResized({ before }: TwoStates, { width, height }: Size): boolean {
  const size = sizeOf(before) ?? nothing;
  return isOther(size.width, width) || isOther(size.height, height);
}

function newSize(
  { measure }: LayoutTools,
  node: LayoutNode,
  before: Place | undefined,
  after: Place | undefined,
): Size {
  const size = sizeOf(node.before) ?? nothing;
  if (after !== undefined) {
    const earlier = before ?? size;
    return {
      width: Math.max(0, size.width + after.width - earlier.width),
      height: Math.max(0, size.height + after.height - earlier.height),
    };
  }
  const isText = measure !== undefined && textAutoResize(node.after) !== undefined;
  return isText ? textSize(node, 'after', measure) : (sizeOf(node.after) ?? size);
}

/** A child that was not in the flow before comes from where it was. */
function movedInParent({ node, parent, before, after }: Waiting): Vector {
  const [from, to] = [before.get(node), after.get(node)];
  if (to === undefined) return still;
  const { x, y } = from === undefined ? whereItWas(node.before, parent) : { x: from.left, y: from.top };
  return { x: to.left - x, y: to.top - y };
}

function whereItWas(node: JsonRecord, parent: JsonRecord | undefined): Vector {
  const transform = readTransform(node.relativeTransform);
  if (transform !== undefined) return { x: transform[4], y: transform[5] };
  const [own, around] = [pointOf(node.absoluteBoundingBox), pointOf(parent?.absoluteBoundingBox)];
  return { x: (own?.x ?? 0) - (around?.x ?? 0), y: (own?.y ?? 0) - (around?.y ?? 0) };
}
