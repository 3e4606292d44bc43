import type { Bounds } from '../geometry/bounds.ts';
import { identity, type Matrix, multiply, rotation, scaling, translation } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import { boundsOfJson, boundsOfSize, moveBounds, sizeOfBounds, transformBounds } from './boxes.ts';
import { type Json, listOf, numberOf, numberOr, pointOf } from './json-values.ts';
import type { NodeJson, SceneSource } from './scene-source.ts';

/** Where a node lies: from its own coordinates to the scene's, and how large it is. */
export interface Placement {
  readonly matrix: Matrix;
  readonly size: Size;
  /** The rotation of it and its parents, in radians: files without transforms are placed by it. */
  readonly angle: number;
  /** What is subtracted from the canvas' coordinates. */
  readonly origin: { readonly x: number; readonly y: number };
}

/** Reads a `relativeTransform`; undefined where it is absent or no number can be reckoned with. */
export function readTransform(value: Json): Matrix | undefined {
  if (value === undefined) return undefined;
  const { 0: top, 1: bottom } = listOf(value);
  const { 0: a, 1: c, 2: e } = listOf(top);
  const { 0: b, 1: d, 2: f } = listOf(bottom);
  const all = [numberOf(a), numberOf(b), numberOf(c), numberOf(d), numberOf(e), numberOf(f)];
  return all.includes(undefined) ? undefined : (all as unknown as Matrix);
}

function readSize(value: Json): Size | undefined {
  const point = pointOf(value);
  return point && { width: Math.max(0, point.x), height: Math.max(0, point.y) };
}

/** A quarter turn in single precision is off by 4e-8. */
const isNothing = (value: number): boolean => Math.abs(value) < 1e-6;

/** The size of a box that, turned, fills the bounds; near 45° only the sum of its sides shows: a square then. */
function turnedSize({ width, height }: Size, sin: number, cos: number): Size {
  const [s, c] = [Math.abs(sin), Math.abs(cos)];
  const square = { width: width / (s + c), height: width / (s + c) };
  const apart = c * c - s * s;
  if (Math.abs(apart) < 0.01) return square;
  const size = { width: (width * c - height * s) / apart, height: (height * c - width * s) / apart };
  return size.width < 0 || size.height < 0 ? square : size;
}

/** Files without transforms say where the box around a turned node is, and how far it is turned. */
function placeInBox(box: Bounds, angle: number, origin: Placement['origin']): Placement {
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const isLevel = isNothing(sin);
  const size = isLevel ? sizeOfBounds(box) : turnedSize(sizeOfBounds(box), sin, cos);
  const { 0: a, 1: b, 2: c, 3: d } = isLevel ? scaling(Math.sign(cos)) : rotation(angle);
  const x = (a * size.width) / 2 + (c * size.height) / 2;
  const y = (b * size.width) / 2 + (d * size.height) / 2;
  const left = (box.left + box.right) / 2 - x - origin.x;
  const top = (box.top + box.bottom) / 2 - y - origin.y;
  return { matrix: [a, b, c, d, left, top], size, angle, origin };
}

/** Places a node in its parent; undefined where nothing says where it is. */
export function placeNode(node: NodeJson, parent: Placement): Placement | undefined {
  const angle = parent.angle + numberOr(node.rotation, 0);
  const { origin } = parent;
  const transform = readTransform(node.relativeTransform);
  const size = transform && readSize(node.size);
  if (transform && size) return { matrix: multiply(parent.matrix, transform), size, angle, origin };
  const box = boundsOfJson(node.absoluteBoundingBox);
  return box && placeInBox(box, angle, origin);
}

/** A drawn node keeps its rotation on the canvas; its box says where it lies there. */
const linear = ([a, b, c, d]: Matrix): Matrix => [a, b, c, d, 0, 0];

/** The place of the asked node's parent: such that the node's own box has its top left corner at the origin. */
export function parentPlacement({ node, ancestors }: SceneSource): Placement {
  const turned = ancestors.reduce<Matrix>(
    (all, one) => multiply(all, linear(readTransform(one.relativeTransform) ?? identity)),
    identity,
  );
  const angle = ancestors.reduce((sum, one) => sum + numberOr(one.rotation, 0), 0);
  const box = boundsOfJson(node.absoluteBoundingBox);
  const start = {
    matrix: turned,
    size: { width: 0, height: 0 },
    angle,
    origin: { x: box?.left ?? 0, y: box?.top ?? 0 },
  };
  if (readTransform(node.relativeTransform) === undefined) return start;
  const placed = placeNode(node, start);
  const { left, top } = placed ? boundsOfPlacement(placed) : { left: 0, top: 0 };
  return { ...start, matrix: multiply(translation(-left, -top), turned) };
}

/** The page's place, with a point of the canvas as the scene's origin. */
export const pagePlacement = (origin: Placement['origin']): Placement => ({
  matrix: translation(-origin.x, -origin.y),
  size: { width: 0, height: 0 },
  angle: 0,
  origin,
});

export const boundsOfPlacement = ({ matrix, size }: Placement): Bounds =>
  transformBounds(boundsOfSize(size), matrix);

/** A box of the file in the scene's coordinates. */
export function sceneBounds(value: Json, { origin }: Placement): Bounds | undefined {
  const box = boundsOfJson(value);
  return box && moveBounds(box, -origin.x, -origin.y);
}

/** Whether a matrix is invertible: it does not flatten areas. */
export const isFlat = ([a, b, c, d]: Matrix): boolean => !(Math.abs(a * d - b * c) > 1e-12);
