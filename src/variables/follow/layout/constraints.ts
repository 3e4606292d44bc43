import { boundsOfSize, transformBounds } from '../../../render/scene/boxes.ts';
import { type JsonRecord, pointOf, recordOf } from '../../../render/scene/json-values.ts';
import { readTransform } from '../../../render/scene/placement.ts';
import type { LayoutNode } from './layout-tree.ts';
import type { Vector } from './move-node.ts';
import { type Lengths, type Part, type Pin, pinned } from './pinned.ts';
import { nothing, type Size, sizeOf } from './sizes.ts';
import { type Axis, directionOf, sizingOf } from './sizing.ts';
import { isOther } from './text-sizes.ts';

/** A parent that is larger or smaller than before. */
export interface ResizedParent {
  readonly before: JsonRecord;
  readonly after: JsonRecord;
  readonly from: Size;
  readonly to: Size;
}

/** Where a child comes to lie by its constraints. */
export interface Constrained {
  /** How far it moves in its parent. */
  readonly moved: Vector;
  readonly size: Size;
}

const pins: Readonly<Record<string, Pin>> = {
  LEFT: 'START',
  RIGHT: 'END',
  LEFT_RIGHT: 'STRETCH',
  TOP: 'START',
  BOTTOM: 'END',
  TOP_BOTTOM: 'STRETCH',
  CENTER: 'CENTER',
  SCALE: 'SCALE',
};

const constrains = new Set(['FRAME', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE']);
/** What is in them grows with them, whatever its constraints say. */
const scales = new Set(['GROUP', 'BOOLEAN_OPERATION', 'TRANSFORM_GROUP']);

/**
 * Where a child lies in a parent that got another size; undefined where it stays, or where the parent lays it out.
 * A turned child keeps its size, and so does what hugs its content.
 *
 * @see the published description: `LayoutConstraint`
 */
export function constrained(child: LayoutNode, parent: ResizedParent): Constrained | undefined {
  if (child.isPlaced || !takesConstraints(child.after, parent.after)) return undefined;
  const size = sizeOf(child.after) ?? nothing;
  const box = boxIn(child.before, parent.before);
  const { horizontal, vertical } = pinsOf(child.after, parent.after);
  const isRigid = !box.isStraight || isResizedItself(child);
  const along = (axis: Axis, pin: Pin, part: Part, lengths: Lengths): Part =>
    pinned(pin, part, lengths, isRigid || sizingOf(child.after, axis, undefined) === 'HUG');
  const across = { from: parent.from.width, to: parent.to.width };
  const down = { from: parent.from.height, to: parent.to.height };
  const x = along('HORIZONTAL', horizontal, { start: box.x, length: box.width }, across);
  const y = along('VERTICAL', vertical, { start: box.y, length: box.height }, down);
  return {
    moved: { x: x.start - box.x, y: y.start - box.y },
    size: {
      width: Math.max(0, size.width + x.length - box.width),
      height: Math.max(0, size.height + y.length - box.height),
    },
  };
}

function takesConstraints(child: JsonRecord, parent: JsonRecord): boolean {
  const type = String(parent.type);
  if (scales.has(type)) return true;
  if (!constrains.has(type)) return false;
  const laysOut = directionOf(parent) !== undefined || parent.layoutMode === 'GRID';
  return !laysOut || child.layoutPositioning === 'ABSOLUTE';
}

function pinsOf(child: JsonRecord, parent: JsonRecord): { horizontal: Pin; vertical: Pin } {
  if (scales.has(String(parent.type))) return { horizontal: 'SCALE', vertical: 'SCALE' };
  const { horizontal, vertical } = recordOf(child.constraints) ?? {};
  return { horizontal: pins[String(horizontal)] ?? 'START', vertical: pins[String(vertical)] ?? 'START' };
}

function isResizedItself({ before, after }: LayoutNode): boolean {
  const [was, is] = [sizeOf(before) ?? nothing, sizeOf(after) ?? nothing];
  return isOther(was.width, is.width) || isOther(was.height, is.height);
}

type BoxInParent = Vector & Size & { readonly isStraight: boolean };

function boxIn(node: JsonRecord, parent: JsonRecord): BoxInParent {
  const size = sizeOf(node) ?? nothing;
  const transform = readTransform(node.relativeTransform);
  if (transform === undefined) {
    const [own, around] = [pointOf(node.absoluteBoundingBox), pointOf(parent.absoluteBoundingBox)];
    const start = { x: (own?.x ?? 0) - (around?.x ?? 0), y: (own?.y ?? 0) - (around?.y ?? 0) };
    return { ...start, ...size, isStraight: true };
  }
  const { left, top, right, bottom } = transformBounds(boundsOfSize(size), transform);
  const [a, b, c, d] = transform;
  const isStraight = [a - 1, b, c, d - 1].every((part) => Math.abs(part) < 1e-6);
  return { x: left, y: top, width: right - left, height: bottom - top, isStraight };
}
