import { applyToPoint, identity, invert, type Matrix, multiply } from '../render/geometry/matrix.ts';
import { boundsOfJson, boundsOfSize, transformBounds } from '../render/scene/boxes.ts';
import { type JsonRecord, recordOf } from '../render/scene/json-values.ts';
import { nothing, type Size, sizeOf } from '../variables/follow/layout/sizes.ts';
import { isOther } from '../variables/follow/layout/text-sizes.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, subtreeOf } from './draft-node.ts';

/** Whether a matrix neither turns nor scales. */
export const isStraight = ([a, b, c, d]: Matrix): boolean =>
  [a - 1, b, c, d - 1].every((part) => Math.abs(part) < 1e-6);

/** Where a node comes to lie. */
export interface Place {
  /** From its own coordinates to those of the canvas. */
  readonly matrix: Matrix;
  readonly size: Size;
}

export const placeOf = (node: DraftNode): Place => ({
  matrix: node.matrix,
  size: sizeOf(node.own) ?? nothing,
});

/** Puts a node with all below it at a place. Yields after each node. */
export function* placeAt(draft: Draft, node: DraftNode, { matrix, size }: Place): Generator<void, void> {
  const before = placeOf(node);
  const back = invert(before.matrix);
  const shift = back === undefined ? identity : multiply(matrix, back);
  const isResized = isOther(size.width, before.size.width) || isOther(size.height, before.size.height);
  if (isSameMatrix(shift, identity) && !isResized) return;
  draft.give(node, {
    ...(node.own.size === undefined ? {} : { size: { x: size.width, y: size.height } }),
    ...(node.own.relativeTransform === undefined ? {} : { relativeTransform: transformIn(node, matrix) }),
    ...boxesAfter(node.own, shift, isResized || !isStraight(shift) ? { matrix, size } : undefined),
  });
  if (isSameMatrix(shift, identity)) return;
  for (const below of subtreeOf(node)) {
    yield;
    if (below === undefined || below === node) continue;
    yield* below.read();
    shiftBoxes(draft, below, shift);
  }
}

/** What is below a node that moved keeps its place in it. */
export function shiftBoxes(draft: Draft, node: DraftNode, shift: Matrix): void {
  const place = isStraight(shift) || node.own.relativeTransform === undefined ? undefined : placeOf(node);
  draft.give(node, boxesAfter(node.own, shift, place));
}

/** The transform of a node in its parent that puts it where the matrix says. */
export function transformIn({ parent }: DraftNode, matrix: Matrix): number[][] {
  const into = parent === undefined ? identity : (invert(parent.matrix) ?? identity);
  const [a, b, c, d, e, f] = multiply(into, matrix).map(withoutNoise) as unknown as Matrix;
  return [
    [a, c, e],
    [b, d, f],
  ];
}

const withoutNoise = (value: number): number => {
  const rounded = Math.round(value * 1e6) / 1e6;
  return Math.abs(rounded - value) < 1e-9 ? rounded : value;
};

/** @param place where the box has to be made anew, since the node is larger or turned otherwise */
function boxesAfter(own: JsonRecord, shift: Matrix, place: Place | undefined): JsonRecord {
  const box = recordOf(own.absoluteBoundingBox);
  const after = place === undefined ? shifted(box, shift) : boxAt(place);
  const bounds = recordOf(own.absoluteRenderBounds);
  return {
    ...(box === undefined ? {} : { absoluteBoundingBox: after }),
    ...(bounds === undefined || box === undefined
      ? {}
      : { absoluteRenderBounds: grownAlike(bounds, box, after) }),
  };
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The box around a node. */
export function boxAt({ matrix, size }: Place): Box {
  const { left, top, right, bottom } = transformBounds(boundsOfSize(size), matrix);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function shifted(box: JsonRecord | undefined, shift: Matrix): Box | undefined {
  const bounds = boundsOfJson(box);
  if (bounds === undefined) return undefined;
  if (!isStraight(shift)) {
    const { left, top, right, bottom } = transformBounds(bounds, shift);
    return { x: left, y: top, width: right - left, height: bottom - top };
  }
  const [x, y] = applyToPoint(shift, [bounds.left, bounds.top]);
  const { width, height } = box as unknown as Box;
  return { x, y, width, height };
}

/** What lies around a box, as shadows do, lies around the later one alike. */
function grownAlike(bounds: JsonRecord, box: JsonRecord, after: Box | undefined): JsonRecord {
  if (after === undefined) return bounds;
  const [outer, before] = [bounds as unknown as Box, box as unknown as Box];
  return {
    x: outer.x + after.x - before.x,
    y: outer.y + after.y - before.y,
    width: Math.max(0, outer.width + after.width - before.width),
    height: Math.max(0, outer.height + after.height - before.height),
  };
}

const isSameMatrix = (one: Matrix, other: Matrix): boolean =>
  one.every((part, index) => Math.abs(part - other[index]!) < 1e-6);
