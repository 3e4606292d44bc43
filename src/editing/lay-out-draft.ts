import { isDeepStrictEqual } from 'node:util';
import { atOnce } from '../document/run-at-once.ts';
import { identity, multiply } from '../render/geometry/matrix.ts';
import { type JsonRecord, pointOf } from '../render/scene/json-values.ts';
import type { LayoutTools } from '../variables/follow/layout/lay-out.ts';
import type { LayoutNode } from '../variables/follow/layout/layout-tree.ts';
import { turnOf, type Vector } from '../variables/follow/layout/move-node.ts';
import { type AboveNode, placeTree } from '../variables/follow/layout/place-tree.ts';
import { type MeasureText, nothing, sizeOf } from '../variables/follow/layout/sizes.ts';
import { directionOf, isInFlow, textAutoResize } from '../variables/follow/layout/sizing.ts';
import { isOther, saysOther } from '../variables/follow/layout/text-sizes.ts';
import { changedNodes, type Draft } from './draft.ts';
import { type DraftNode, upwards } from './draft-node.ts';
import { MeasuredTexts } from './measured-texts.ts';
import { boxAt, placeAt, placeOf } from './place-node.ts';
import { isSmallEnough, isTooLong } from './small-enough.ts';

/** Properties by which a node, or what is in it, is laid out. */
const laidOutBy = [
  'visible',
  'layoutMode',
  'layoutWrap',
  'itemSpacing',
  'counterAxisSpacing',
  'layoutPositioning',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'paddingBottom',
  'strokesIncludedInLayout',
  'minWidth',
  'maxWidth',
  'minHeight',
  'maxHeight',
  'layoutAlign',
  'layoutGrow',
  'layoutSizingHorizontal',
  'layoutSizingVertical',
  'primaryAxisSizingMode',
  'counterAxisSizingMode',
  'primaryAxisAlignItems',
  'counterAxisAlignItems',
  'counterAxisAlignContent',
];

/** What of a draft has to be laid out anew. */
export interface DraftLayout {
  /** The outermost frames that lay out one another down to what changed. */
  readonly roots: readonly DraftNode[];
  /** What changed, and all that it stands in. */
  readonly touched: ReadonlySet<DraftNode>;
  /** Whether all that lies in a node of another size was put where it is. */
  readonly isPlaced: boolean;
}

/**
 * Looks for what has to be laid out anew. Yields after each node that changed.
 *
 * @param isPlaced whether the operations say where each node comes to lie, so that constraints move none
 */
export function* planDraftLayout(draft: Draft, isPlaced: boolean): Generator<void, DraftLayout> {
  const roots = new Set<DraftNode>();
  const touched = new Set<DraftNode>();
  const looked = new Set<DraftNode>();
  for (const node of changedNodes(draft)) {
    yield;
    if (looked.has(node)) continue;
    looked.add(node);
    yield* node.read();
    if (!draft.isThere(node) || !mayMove(draft, node)) continue;
    roots.add(rootOf(node));
    for (const above of upwards(node)) {
      if (touched.has(above)) break;
      touched.add(above);
    }
  }
  const laidOut: DraftNode[] = [];
  const isBelow = belowAny(roots);
  for (const root of roots) {
    yield;
    if (isBelow(root)) continue;
    if (yield* isSmallEnough(draft, root, touched)) laidOut.push(root);
    else draft.note(root, 'It is too large to be laid out at once: all in it stays where it is.');
  }
  return { roots: laidOut, touched, isPlaced };
}

/** Whether a node stands in one of some, which is known of what it stands in once it was looked for. */
function belowAny(roots: ReadonlySet<DraftNode>): (node: DraftNode) => boolean {
  const known = new Map<DraftNode, boolean>();
  return (node) => {
    const between: DraftNode[] = [];
    let isBelow = false;
    for (const above of upwards(node)) {
      if (above === node) continue;
      isBelow = known.get(above) ?? roots.has(above);
      if (isBelow || known.has(above)) break;
      between.push(above);
    }
    for (const above of between) known.set(above, isBelow);
    return isBelow;
  };
}

function mayMove(draft: Draft, node: DraftNode): boolean {
  if (draft.restructured.has(node)) return directionOf(node.own) !== undefined;
  if (draft.placed.has(node)) return draft.unmeasured.has(node);
  const { before, own } = node;
  if (before === undefined) return false;
  if (laidOutBy.some((key) => !isDeepStrictEqual(before[key], own[key]))) return true;
  if (textAutoResize(own) !== undefined && saysOther(before, own)) return true;
  const [was, is] = [sizeOf(before) ?? nothing, sizeOf(own) ?? nothing];
  if (isOther(was.width, is.width) || isOther(was.height, is.height)) return true;
  return own.strokesIncludedInLayout === true && before.strokeWeight !== own.strokeWeight;
}

const stateBefore = (draft: Draft, node: DraftNode): JsonRecord => {
  const { before, own } = node;
  if (before === undefined) return { ...own, layoutPositioning: 'ABSOLUTE' };
  const place = { matrix: node.matrix, size: sizeOf(before) ?? nothing };
  const size = sizeOf(own) ?? nothing;
  const isResized = isOther(size.width, place.size.width) || isOther(size.height, place.size.height);
  return {
    ...before,
    relativeTransform: own.relativeTransform,
    ...(isResized
      ? {
          size: before.size,
          absoluteBoundingBox: boxAt(place),
          absoluteRenderBounds: before.absoluteRenderBounds,
        }
      : {
          size: own.size,
          absoluteBoundingBox: own.absoluteBoundingBox,
          absoluteRenderBounds: own.absoluteRenderBounds,
        }),
    ...(draft.placed.has(node) ? { layoutPositioning: 'ABSOLUTE' } : {}),
  };
};

function rootOf(node: DraftNode): DraftNode {
  for (let root = node; ; ) {
    const { parent } = root;
    const isLaidOut = isInFlow(root.own) || (root.before !== undefined && isInFlow(root.before));
    if (parent === undefined || !isLaidOut || directionOf(parent.own) === undefined) return root;
    root = parent;
  }
}

/** What nodes come to by a layout. */
export type LaidOut = readonly (readonly [node: DraftNode, after: JsonRecord])[];

/**
 * Lays out anew what a plan says. Yields after each node. It may be done again: nothing moves until it is given.
 *
 * @throws EditRefused where texts are too long to be measured at once; of a merge those that are left keep their size
 */
export function* layOutDraft(
  draft: Draft,
  layout: DraftLayout,
  tools: LayoutTools,
): Generator<void, LaidOut> {
  const texts = tools.measure && new MeasuredTexts(tools.measure);
  const { isPlaced } = layout;
  const bounded = { ...tools, measure: texts?.measure };
  if (texts !== undefined) yield* measureTexts(draft, texts.measure);
  const laidOut: [DraftNode, JsonRecord][] = [];
  for (const root of layout.roots) {
    const nodes = new Map<LayoutNode, DraftNode>();
    for (const placed of placeTree(bounded, treeOf(draft, layout, nodes)(root), aboveOf(root))) {
      yield;
      if (!isPlaced) texts?.refuseMore();
      if (placed === undefined) continue;
      const [layoutNode, after] = placed;
      const node = nodes.get(layoutNode);
      if (node !== undefined) laidOut.push([node, after]);
    }
  }
  if (texts?.isOver)
    draft.note(draft.root, 'Its texts are too long to be measured at once: some stay as large as they are.');
  return laidOut;
}

/** Given at the end, since what is read of a node until then is how it lay before. Yields after each node. */
export function* giveLaidOut(draft: Draft, laidOut: LaidOut): Generator<void, void> {
  for (const [node, after] of laidOut) {
    const keys = placedKeys.filter((key) => after[key] !== undefined);
    draft.give(node, Object.fromEntries(keys.map((key) => [key, after[key]])));
    yield;
  }
}

const placedKeys = ['size', 'relativeTransform', 'absoluteBoundingBox', 'absoluteRenderBounds'] as const;

function treeOf(draft: Draft, { touched, isPlaced }: DraftLayout, nodes: Map<LayoutNode, DraftNode>) {
  const read = (node: DraftNode): LayoutNode => {
    let children: readonly LayoutNode[] | undefined;
    const made: LayoutNode = {
      index: node.row ?? -1,
      before: stateBefore(draft, node),
      after: node.own,
      isTouched: touched.has(node),
      isPlaced: isPlaced || isPutElsewhere(node),
      get children() {
        children ??= atOnce(childrenWithGone(draft, node, read));
        return children;
      },
      *readChildren() {
        children ??= yield* childrenWithGone(draft, node, read);
      },
    };
    nodes.set(made, node);
    return made;
  };
  return read;
}

/** Whether a node lies otherwise in its parent than before. */
function isPutElsewhere({ before, own, parent }: DraftNode): boolean {
  if (before === undefined) return true;
  if (own.relativeTransform !== undefined)
    return !isDeepStrictEqual(before.relativeTransform, own.relativeTransform);
  const [was, is] = [offsetIn(before, parent?.before), offsetIn(own, parent?.own)];
  return isOther(was.x, is.x) || isOther(was.y, is.y);
}

function offsetIn(node: JsonRecord, parent: JsonRecord | undefined): Vector {
  const [own, around] = [pointOf(node.absoluteBoundingBox), pointOf(parent?.absoluteBoundingBox)];
  return { x: (own?.x ?? 0) - (around?.x ?? 0), y: (own?.y ?? 0) - (around?.y ?? 0) };
}

/**
 * The children of a frame, and at their places those that were in it: they took room in it before. Yields after each.
 */
function* childrenWithGone(
  draft: Draft,
  node: DraftNode,
  read: (node: DraftNode) => LayoutNode,
): Generator<void, LayoutNode[]> {
  const isRestructured = draft.restructured.has(node);
  const before = isRestructured ? yield* node.childrenBefore() : [];
  const places = new Map<DraftNode, number>();
  for (const child of before) {
    yield;
    places.set(child, places.size);
  }
  const children: LayoutNode[] = [];
  let at = 0;
  function* goneBefore(end: number): Generator<void, void> {
    for (; at < end; at++) {
      yield;
      const child = before[at] as DraftNode;
      if (draft.taken.get(child) === node) children.push(goneNode(child));
    }
  }
  yield* node.readChildren();
  for (const child of node.children) {
    yield* child.read();
    if (isRestructured && !draft.placed.has(child)) yield* goneBefore(places.get(child) ?? 0);
    children.push(read(child));
    yield;
  }
  yield* goneBefore(before.length);
  return children;
}

function goneNode({ before }: DraftNode): LayoutNode {
  const rigid = { ...before, layoutMode: 'NONE' };
  return { index: -1, before: rigid, after: { ...rigid, visible: false }, isTouched: false, children: [] };
}

function aboveOf(root: DraftNode): AboveNode {
  let [turn, wasShown, isShown] = [identity, true, true];
  for (const node of upwards(root)) {
    if (node === root) continue;
    turn = multiply(turnOf(node.own), turn);
    wasShown &&= (node.before ?? node.own).visible !== false;
    isShown &&= node.own.visible !== false;
  }
  return { turn, moved: { x: 0, y: 0 }, wasShown, isShown };
}

/** New texts are as large as what they say, and one that was given another width as high as it is then. */
function* measureTexts(draft: Draft, measure: MeasureText): Generator<void, void> {
  for (const node of draft.unmeasured) {
    yield;
    if (draft.isThere(node) && !isTooLong(node))
      yield* placeAt(draft, node, { ...placeOf(node), size: yield* measure(node.own) });
  }
  for (const node of draft.given) {
    yield;
    const { before, own } = node;
    const [was, is] = [before && sizeOf(before), sizeOf(own)];
    if (isTooLong(node) || before === undefined || was === undefined || is === undefined) continue;
    if (textAutoResize(own) !== 'HEIGHT' || !isOther(was.width, is.width) || !draft.isThere(node)) continue;
    const later = yield* measure(own, is.width);
    const earlier = yield* measure(before, was.width);
    yield* placeAt(draft, node, {
      ...placeOf(node),
      size: { width: is.width, height: Math.max(0, was.height + later.height - earlier.height) },
    });
  }
}
