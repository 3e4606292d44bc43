import { type Part, type Pin, pinned } from '../../../variables/follow/layout/pinned.ts';
import type { FigNode, Matrix, Vector } from '../message/wanted.ts';

/** A layer that is larger or smaller than in its component. */
export interface ResizedLayer {
  readonly node: FigNode;
  readonly from: Vector;
  readonly to: Vector;
}

const pins: Readonly<Record<string, Pin>> = {
  MAX: 'END',
  FIXED_MAX: 'END',
  CENTER: 'CENTER',
  STRETCH: 'STRETCH',
  SCALE: 'SCALE',
};
export const identity: Matrix = { m00: 1, m01: 0, m02: 0, m10: 0, m11: 1, m12: 0 };
const nothing: Vector = { x: 0, y: 0 };

const laysOut = ({ stackMode = 'NONE' }: FigNode): boolean => stackMode !== 'NONE';

/** Whether an engine of layouts would be needed to know where the layer lies. */
export const isLaidOut = (node: FigNode, parent: FigNode): boolean =>
  laysOut(parent) && node.stackPositioning !== 'ABSOLUTE';

/** Whether nothing else tells its outline: neither type and size, what it is made of, nor a network whose lines are alike. */
export const isOutlinedAlone = ({ type, vectorData }: FigNode): boolean =>
  type === 'TEXT_PATH' ||
  (type === 'VECTOR' &&
    (vectorData?.vectorNetworkBlob === undefined || (vectorData.styleOverrideTable ?? []).length > 0));

/** Where its constraints have the layer. */
export function constrainedWithin(
  node: FigNode,
  { node: parent, from, to }: ResizedLayer,
): { readonly size: Vector; readonly transform: Matrix } {
  const { size = nothing, transform = identity } = node;
  const { m02, m12 } = transform;
  const { x: across, y: down } = boxIn(node);
  const pinOf = (constraint = 'MIN'): Pin => (scales(parent) ? 'SCALE' : (pins[constraint] ?? 'START'));
  const hug = hugs(node);
  const isRigid = isTurned(node);
  const x = pinned(pinOf(node.horizontalConstraint), across, { from: from.x, to: to.x }, isRigid || hug.x);
  const y = pinned(pinOf(node.verticalConstraint), down, { from: from.y, to: to.y }, isRigid || hug.y);
  return {
    transform: { ...transform, m02: m02 + x.start - across.start, m12: m12 + y.start - down.start },
    size: {
      x: Math.max(0, size.x + x.length - across.length),
      y: Math.max(0, size.y + y.length - down.length),
    },
  };
}

/** What is in a group grows with it, whatever its constraints say. */
const scales = (parent: FigNode): boolean =>
  parent.type === 'BOOLEAN_OPERATION' ||
  (parent.type === 'FRAME' && parent.resizeToFit === true && !laysOut(parent));

/** Whether the layer takes its size from what it holds, on each axis. */
export function hugs(node: FigNode): { readonly x: boolean; readonly y: boolean } {
  if (node.type === 'TEXT') {
    const { textAutoResize = 'NONE' } = node;
    return { x: textAutoResize === 'WIDTH_AND_HEIGHT', y: textAutoResize !== 'NONE' };
  }
  if (!laysOut(node)) return { x: false, y: false };
  const along = node.stackPrimarySizing !== 'FIXED';
  const across = node.stackCounterSizing?.startsWith('RESIZE_TO_FIT') === true;
  return node.stackMode === 'HORIZONTAL' ? { x: along, y: across } : { x: across, y: along };
}

export function isTurned({ transform = identity }: FigNode): boolean {
  const { m00, m01, m10, m11 } = transform;
  return m00 !== 1 || m01 !== 0 || m10 !== 0 || m11 !== 1;
}

/** What a layer takes of both axes of what it lies in. */
export function boxIn({ size = nothing, transform = identity }: FigNode): {
  readonly x: Part;
  readonly y: Part;
} {
  const { m00, m01, m02, m10, m11, m12 } = transform;
  return { x: rangeOf(m00 * size.x, m01 * size.y, m02), y: rangeOf(m10 * size.x, m11 * size.y, m12) };
}

/** What a box takes of one axis, by how far its two sides and its corner reach there. */
function rangeOf(one: number, other: number, corner: number): Part {
  const ends = [0, one, other, one + other];
  const start = Math.min(...ends);
  return { start: corner + start, length: Math.max(...ends) - start };
}
