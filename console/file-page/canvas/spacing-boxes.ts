import type { OwnNode } from '../../../src/code/own-node.ts';
import type { Box } from '../../viewer/view.ts';
import type { Layer } from '../layers/layer-store.ts';

/** A part of a frame that its auto layout keeps free, and how wide that is. */
export interface SpacingBox {
  readonly box: Box;
  readonly length: number;
}

const hasLayout = (node: OwnNode | undefined): node is OwnNode =>
  node?.layoutMode !== undefined && node.layoutMode !== 'NONE';

/** What the layout of a frame keeps free along its edges. */
export function paddingBoxes({ x, y, width, height }: Box, node: OwnNode | undefined): SpacingBox[] {
  if (!hasLayout(node)) return [];
  const {
    paddingLeft: left = 0,
    paddingRight: right = 0,
    paddingTop: top = 0,
    paddingBottom: bottom = 0,
  } = node;
  const inner = height - top - bottom;
  return [
    { box: { x, y, width, height: top }, length: top },
    { box: { x, y: y + height - bottom, width, height: bottom }, length: bottom },
    { box: { x, y: y + top, width: left, height: inner }, length: left },
    { box: { x: x + width - right, y: y + top, width: right, height: inner }, length: right },
  ].filter(({ box }) => box.width > 0 && box.height > 0);
}

/** A box along one axis: where it starts, where it ends, and the same across. */
interface Extent {
  readonly from: number;
  readonly to: number;
  readonly acrossFrom: number;
  readonly acrossTo: number;
}

const leastGap = 0.01;

/** What the layout of a frame keeps free between the layers in it: in one direction, or in a grid in both. */
export function gapBoxes(node: OwnNode | undefined, children: readonly Layer[]): SpacingBox[] {
  if (!hasLayout(node)) return [];
  const placed = children.filter(({ hidden, absolute }) => hidden !== true && absolute !== true);
  const boxes = placed.flatMap(({ bounds }) => (bounds === null ? [] : [bounds]));
  return [
    ...(node.layoutMode === 'VERTICAL' ? [] : gapsAlong(boxes.map(acrossExtent)).map(toBox)),
    ...(node.layoutMode === 'HORIZONTAL' ? [] : gapsAlong(boxes.map(downExtent)).map(toBox).map(turned)),
  ];
}

const acrossExtent = ({ x, y, width, height }: Box): Extent => ({
  from: x,
  to: x + width,
  acrossFrom: y,
  acrossTo: y + height,
});
const downExtent = ({ x, y, width, height }: Box): Extent => ({
  from: y,
  to: y + height,
  acrossFrom: x,
  acrossTo: x + width,
});

/** Between each one and the next in the same line; whoever stands in another line shares nothing across. */
function gapsAlong(extents: readonly Extent[]): Extent[] {
  const sorted = extents.toSorted((a, b) => a.from - b.from);
  return sorted.flatMap((one, at) => {
    const next = sorted.find((other, place) => place > at && isInLine(one, other));
    if (next === undefined || next.from - one.to < leastGap) return [];
    const acrossFrom = Math.min(one.acrossFrom, next.acrossFrom);
    return [{ from: one.to, to: next.from, acrossFrom, acrossTo: Math.max(one.acrossTo, next.acrossTo) }];
  });
}

const isInLine = (one: Extent, other: Extent): boolean =>
  one.acrossFrom < other.acrossTo && other.acrossFrom < one.acrossTo;

const toBox = ({ from, to, acrossFrom, acrossTo }: Extent): SpacingBox => ({
  box: { x: from, y: acrossFrom, width: to - from, height: acrossTo - acrossFrom },
  length: to - from,
});
const turned = ({ box, length }: SpacingBox): SpacingBox => ({
  box: { x: box.y, y: box.x, width: box.height, height: box.width },
  length,
});
