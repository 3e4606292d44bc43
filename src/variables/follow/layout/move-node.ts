import { applyToPoint, type Matrix, rotation } from '../../../render/geometry/matrix.ts';
import { boundsOfSize, transformBounds } from '../../../render/scene/boxes.ts';
import { type JsonRecord, listOf, numberOf, numberOr, recordOf } from '../../../render/scene/json-values.ts';
import { readTransform } from '../../../render/scene/placement.ts';
import type { TwoStates } from '../followed-nodes.ts';
import { nothing, type Size, sizeOf } from './sizes.ts';
import { isOther } from './text-sizes.ts';

export interface Vector {
  readonly x: number;
  readonly y: number;
}

/** How a node lies otherwise than before. */
export interface Move {
  /** In its parent. */
  readonly inParent: Vector;
  /** On the canvas. */
  readonly onCanvas: Vector;
  readonly size: Size;
  /** Whether it and everything above it is visible. */
  readonly wasShown: boolean;
  readonly isShown: boolean;
  /** How it is turned on the canvas. */
  readonly turn: Matrix;
}

/** The rotation that a node gives its content, without the position. */
export function turnOf(node: JsonRecord): Matrix {
  const transform = readTransform(node.relativeTransform);
  if (transform === undefined) return rotation(numberOr(node.rotation, 0));
  const [a, b, c, d] = transform;
  return [a, b, c, d, 0, 0];
}

export const turned = (turn: Matrix, { x, y }: Vector): Vector => {
  const [left, top] = applyToPoint(turn, [x, y]);
  return { x: left, y: top };
};

/** The node after its values followed, with the size, the place and the boxes that the move gives it. */
export function moveNode({ before, after }: TwoStates, move: Move): JsonRecord {
  const size = sizeOf(before) ?? nothing;
  const isResized = isOther(size.width, move.size.width) || isOther(size.height, move.size.height);
  const { x, y } = move.inParent;
  const isMoved = isOther(x, 0) || isOther(y, 0);
  const result: Record<string, unknown> = { ...after };
  if (before.size !== undefined)
    result.size = isResized ? { x: move.size.width, y: move.size.height } : before.size;
  if (isMoved && readTransform(before.relativeTransform) !== undefined)
    result.relativeTransform = shiftedTransform(before.relativeTransform, move.inParent);
  const grown = growth(size, move);
  result.absoluteBoundingBox = grownBox(before.absoluteBoundingBox, grown);
  result.absoluteRenderBounds = renderBounds(before, move, grown, result.absoluteBoundingBox);
  return withoutUndefined(result);
}

const shiftedTransform = (transform: unknown, { x, y }: Vector): unknown =>
  listOf(transform).map((row, index) =>
    listOf(row).map((entry, column) =>
      column === 2 ? (numberOf(entry) ?? 0) + (index === 0 ? x : y) : entry,
    ),
  );

/** What is added to a box on the canvas. */
interface Growth {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function growth(size: Size, move: Move): Growth {
  const earlier = transformBounds(boundsOfSize(size), move.turn);
  const later = transformBounds(boundsOfSize(move.size), move.turn);
  return {
    x: move.onCanvas.x + later.left - earlier.left,
    y: move.onCanvas.y + later.top - earlier.top,
    width: later.right - later.left - (earlier.right - earlier.left),
    height: later.bottom - later.top - (earlier.bottom - earlier.top),
  };
}

function grownBox(value: unknown, grown: Growth): unknown {
  const box = recordOf(value);
  if (box === undefined || !Object.values(grown).some((part) => isOther(part, 0))) return value;
  const part = (key: keyof Growth): number => numberOr(box[key], 0) + grown[key];
  const [width, height] = [Math.max(0, part('width')), Math.max(0, part('height'))];
  return { ...box, x: part('x'), y: part('y'), width, height };
}

/** What is not shown has none; what comes to be shown has at least its box. */
function renderBounds(before: JsonRecord, move: Move, grown: Growth, box: unknown): unknown {
  const bounds = before.absoluteRenderBounds;
  if (bounds === undefined || (!move.isShown && move.wasShown)) return bounds === undefined ? bounds : null;
  return move.isShown && !move.wasShown && bounds === null ? box : grownBox(bounds, grown);
}

const withoutUndefined = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
