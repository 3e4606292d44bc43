import { type Matrix, multiply } from '../../../render/geometry/matrix.ts';
import { type JsonRecord, pointOf } from '../../../render/scene/json-values.ts';
import { readTransform } from '../../../render/scene/placement.ts';
import type { TwoStates } from '../followed-nodes.ts';
import { type Constrained, constrained, type ResizedParent } from './constraints.ts';
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
  /** Where the parent got another size. */
  readonly resized: ResizedParent | undefined;
  /** The layouts that the parent takes part in. */
  readonly before: Layout;
  readonly after: Layout;
}

const noLayout: Layout = new Map();

/** A node as it is after layout. */
export type Placed = readonly [node: LayoutNode, after: JsonRecord];

/** Every node of a tree that may look otherwise than before. Yields after each, and nothing while it lays out. */
export function* placeTree(
  tools: LayoutTools,
  root: LayoutNode,
  above: AboveNode,
): Generator<Placed | undefined> {
  const waiting: Waiting[] = [
    { ...above, node: root, parent: undefined, resized: undefined, before: noLayout, after: noLayout },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    const pinned = pinnedBy(next);
    const isRoot = laysOutAnew(next, pinned);
    const before = isRoot ? yield* layOut(tools, node, 'before') : next.before;
    const after = isRoot ? yield* layOut(tools, node, 'after', pinned?.size) : next.after;
    const size = yield* newSize(tools, node, { before: before.get(node), after: after.get(node), pinned });
    const inParent = pinned?.moved ?? (isRoot ? still : movedInParent(next));
    const shift = turned(next.turn, inParent);
    const moved = { x: next.moved.x + shift.x, y: next.moved.y + shift.y };
    const turn = multiply(next.turn, turnOf(node.before));
    const wasShown = next.wasShown && node.before.visible !== false;
    const isShown = next.isShown && node.after.visible !== false;
    yield [node, moveNode(node, { inParent, onCanvas: moved, size, wasShown, isShown, turn })];
    const resized = resizedTo(node, size);
    const isStill = !isOther(moved.x, 0) && !isOther(moved.y, 0) && resized === undefined;
    if (isStill && !node.isTouched && wasShown === isShown) continue;
    const around = { parent: node.before, resized, before, after, turn, moved, wasShown, isShown };
    for (const _ of node.readChildren?.() ?? []) yield undefined;
    for (const child of node.children) {
      yield undefined;
      waiting.push({ ...around, node: child });
    }
  }
}

const still: Vector = { x: 0, y: 0 };

function resizedTo({ before, after }: TwoStates, to: Size): ResizedParent | undefined {
  const from = sizeOf(before) ?? nothing;
  const isResized = isOther(from.width, to.width) || isOther(from.height, to.height);
  return isResized ? { before, after, from, to } : undefined;
}

const pinnedBy = ({ node, resized, after }: Waiting): Constrained | undefined =>
  resized === undefined || after.has(node) ? undefined : constrained(node, resized);

/** Whether a node is laid out apart from what it stands in. */
function laysOutAnew({ node, after }: Waiting, pinned: Constrained | undefined): boolean {
  if (after.has(node) || directionOf(node.after) === undefined) return false;
  return node.isTouched || (pinned !== undefined && resizedTo(node, pinned.size) !== undefined);
}

interface Sizes {
  readonly before: Place | undefined;
  readonly after: Place | undefined;
  readonly pinned: Constrained | undefined;
}

function* newSize(
  { measure }: LayoutTools,
  node: LayoutNode,
  { before, after, pinned }: Sizes,
): Generator<undefined, Size> {
  const size = sizeOf(node.before) ?? nothing;
  if (after !== undefined) {
    const earlier = before ?? size;
    return {
      width: Math.max(0, size.width + after.width - earlier.width),
      height: Math.max(0, size.height + after.height - earlier.height),
    };
  }
  const isText = measure !== undefined && textAutoResize(node.after) !== undefined;
  const given = pinned?.size ?? sizeOf(node.after);
  if (isText) return yield* textSize(node, 'after', measure, given?.width);
  return given ?? size;
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
