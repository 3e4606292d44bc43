import { isDeepStrictEqual } from 'node:util';
import type { Bounds } from '../render/geometry/bounds.ts';
import { boundsOfJson, emptyBounds, intersect, isEmpty, uniteAll } from '../render/scene/boxes.ts';
import { isOther } from '../variables/follow/layout/text-sizes.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, upwards } from './draft-node.ts';
import { isStraight } from './place-node.ts';

/**
 * Makes groups as large as what is in them, the innermost first, and boolean operations as large as what comes of
 * their parts' boxes; a group that was emptied goes.
 */
export function* fitGroups(draft: Draft, booleans: ReadonlySet<DraftNode>): Generator<void, void> {
  const depths = depthsAbove();
  const groups = new Map<DraftNode, number>();
  for (const node of movers(draft, booleans)) {
    yield;
    if (node === undefined || !draft.isThere(node)) continue;
    for (const [above, depth] of depths(node))
      if (above.type === 'GROUP' || booleans.has(above)) groups.set(above, depth);
  }
  const innermostFirst = [...groups].sort(([, one], [, other]) => other - one);
  for (const [group] of innermostFirst) {
    yield* fitGroup(draft, group);
    yield;
  }
}

/** What of a node tells in the size of what it stands in. */
const fittedBy = ['absoluteBoundingBox', 'relativeTransform', 'size', 'visible'];

/** Nodes by which what is around them may have another size. Undefined is a step that found none. */
function* movers(
  { restructured, placed, given }: Draft,
  booleans: ReadonlySet<DraftNode>,
): Generator<DraftNode | undefined> {
  yield* restructured;
  yield* placed;
  yield* booleans;
  for (const node of given) {
    const { before, own } = node;
    const isSame = before !== undefined && fittedBy.every((key) => isDeepStrictEqual(before[key], own[key]));
    yield isSame ? undefined : node;
  }
}

/** A node with what it stands in and the depths of these, as far as none of it was answered before. */
function depthsAbove(): (node: DraftNode) => Iterable<[DraftNode, number]> {
  const known = new Map<DraftNode, number>();
  return (node) => {
    const fresh: DraftNode[] = [];
    let depth = 0;
    for (const above of upwards(node)) {
      const before = known.get(above);
      depth = before ?? 0;
      if (before !== undefined) break;
      fresh.push(above);
    }
    const found = fresh.reverse().map((above, place): [DraftNode, number] => [above, depth + place + 1]);
    for (const [above, own] of found) known.set(above, own);
    return found;
  };
}

function* fitGroup(draft: Draft, group: DraftNode): Generator<void, void> {
  yield* group.readChildren();
  if (group.children.length === 0) {
    if (!draft.restructured.has(group) || group.row === undefined) return;
    draft.note(group, 'Nothing was left in the group, so it is gone.');
    draft.take(group);
    return;
  }
  const matrix = group.matrix;
  const around = yield* boundsWithin(group);
  const own = boundsOfJson(group.own.absoluteBoundingBox);
  if (own === undefined || isEmpty(around) || !isStraight(matrix)) return;
  const sides = ['left', 'top', 'right', 'bottom'] as const;
  if (!sides.some((side) => isOther(own[side], around[side]))) return;
  const [width, height] = [around.right - around.left, around.bottom - around.top];
  const absoluteBoundingBox = { x: around.left, y: around.top, width, height };
  const [dx, dy] = [around.left - own.left, around.top - own.top];
  const hasBounds = group.own.absoluteRenderBounds !== undefined && group.own.absoluteRenderBounds !== null;
  draft.give(group, {
    absoluteBoundingBox,
    ...(hasBounds ? { absoluteRenderBounds: absoluteBoundingBox } : {}),
    ...(group.own.size === undefined ? {} : { size: { x: width, y: height } }),
    ...shifted(group, dx, dy),
  });
  for (const child of group.children) {
    yield;
    draft.give(child, shifted(child, -dx, -dy));
  }
}

/** The parts that are not seen count in a group, and in nothing that is combined. */
function* boundsWithin({ own, children }: DraftNode): Generator<void, Bounds> {
  const isGroup = own.type === 'GROUP';
  const boxes: Bounds[] = [];
  for (const child of children) {
    yield;
    yield* child.read();
    const box = boundsOfJson(child.own.absoluteBoundingBox);
    if (box !== undefined && (isGroup || child.own.visible !== false)) boxes.push(box);
  }
  if (own.booleanOperation === 'SUBTRACT') return boxes[0] ?? emptyBounds;
  if (own.booleanOperation === 'INTERSECT' && boxes.length > 0) return boxes.reduce(intersect);
  return uniteAll(boxes);
}

function shifted({ own }: DraftNode, dx: number, dy: number) {
  const [top, bottom] = Array.isArray(own.relativeTransform) ? own.relativeTransform : [];
  if (!Array.isArray(top) || !Array.isArray(bottom)) return {};
  return {
    relativeTransform: [
      [top[0], top[1], top[2] + dx],
      [bottom[0], bottom[1], bottom[2] + dy],
    ],
  };
}
