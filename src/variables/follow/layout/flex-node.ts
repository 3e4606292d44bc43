import type { Node, Yoga } from 'yoga-layout/load';
import { type JsonRecord, numberOf, numberOr, recordOf } from '../../../render/scene/json-values.ts';
import type { Size } from './sizes.ts';
import { type Axis, directionOf, type Sizing } from './sizing.ts';

const edges = [
  ['Top', 'top'],
  ['Right', 'right'],
  ['Bottom', 'bottom'],
  ['Left', 'left'],
] as const;

/** How a frame lays out its children. */
export function setFrame(yoga: Yoga, node: Node, frame: JsonRecord): void {
  const across = directionOf(frame) === 'HORIZONTAL';
  node.setFlexDirection(across ? yoga.FLEX_DIRECTION_ROW : yoga.FLEX_DIRECTION_COLUMN);
  for (const [name, side] of edges) {
    const edge = edgeOf(yoga, side);
    node.setPadding(edge, Math.max(0, numberOr(frame[`padding${name}`], 0)));
    if (frame.strokesIncludedInLayout === true) node.setBorder(edge, strokeInside(frame, side));
  }
  node.setJustifyContent(justification(yoga, frame.primaryAxisAlignItems));
  node.setAlignItems(alignment(yoga, frame.counterAxisAlignItems));
  if (frame.layoutWrap === 'WRAP') setWrap(yoga, node, frame);
}

const edgeOf = (yoga: Yoga, side: (typeof edges)[number][1]): number =>
  ({ top: yoga.EDGE_TOP, right: yoga.EDGE_RIGHT, bottom: yoga.EDGE_BOTTOM, left: yoga.EDGE_LEFT })[side];

const shareInside: Readonly<Record<string, number>> = { INSIDE: 1, CENTER: 0.5, OUTSIDE: 0 };

function strokeInside(frame: JsonRecord, side: string): number {
  const weight = numberOf(recordOf(frame.individualStrokeWeights)?.[side]) ?? numberOr(frame.strokeWeight, 0);
  const hasStrokes = Array.isArray(frame.strokes) && frame.strokes.length > 0;
  return hasStrokes ? Math.max(0, weight) * (shareInside[String(frame.strokeAlign)] ?? 1) : 0;
}

function justification(yoga: Yoga, items: unknown): number {
  if (items === 'CENTER') return yoga.JUSTIFY_CENTER;
  if (items === 'MAX') return yoga.JUSTIFY_FLEX_END;
  return items === 'SPACE_BETWEEN' ? yoga.JUSTIFY_SPACE_BETWEEN : yoga.JUSTIFY_FLEX_START;
}

function alignment(yoga: Yoga, items: unknown): number {
  if (items === 'CENTER') return yoga.ALIGN_CENTER;
  if (items === 'MAX') return yoga.ALIGN_FLEX_END;
  return items === 'BASELINE' ? yoga.ALIGN_BASELINE : yoga.ALIGN_FLEX_START;
}

function setWrap(yoga: Yoga, node: Node, frame: JsonRecord): void {
  node.setFlexWrap(yoga.WRAP_WRAP);
  const spread = frame.counterAxisAlignContent === 'SPACE_BETWEEN';
  node.setAlignContent(spread ? yoga.ALIGN_SPACE_BETWEEN : yoga.ALIGN_FLEX_START);
  const across = directionOf(frame) === 'HORIZONTAL';
  const [along, between] = across
    ? [yoga.GUTTER_COLUMN, yoga.GUTTER_ROW]
    : [yoga.GUTTER_ROW, yoga.GUTTER_COLUMN];
  node.setGap(along, Math.max(0, spacingOf(frame)));
  node.setGap(between, Math.max(0, numberOr(frame.counterAxisSpacing, 0)));
}

const spacingOf = (frame: JsonRecord): number =>
  frame.primaryAxisAlignItems === 'SPACE_BETWEEN' ? 0 : numberOr(frame.itemSpacing, 0);

/** The space before a child that is not the first. It may be negative, which gaps can't be. */
export function setSpaceBefore(yoga: Yoga, node: Node, frame: JsonRecord): void {
  if (frame.layoutWrap === 'WRAP') return;
  const edge = directionOf(frame) === 'HORIZONTAL' ? yoga.EDGE_LEFT : yoga.EDGE_TOP;
  node.setMargin(edge, spacingOf(frame));
}

/** The size of a node along one axis. */
export function setLength(
  yoga: Yoga,
  node: Node,
  axis: Axis,
  { sizing, size, frame }: { sizing: Sizing; size: Size; frame: JsonRecord | undefined },
): void {
  const across = axis === 'HORIZONTAL';
  if (sizing === 'FIXED' && across) node.setWidth(Math.max(0, size.width));
  else if (sizing === 'FIXED') node.setHeight(Math.max(0, size.height));
  if (sizing !== 'FILL' || frame === undefined) return;
  if (directionOf(frame) !== axis) node.setAlignSelf(yoga.ALIGN_STRETCH);
  else {
    node.setFlexGrow(1);
    node.setFlexShrink(1);
    node.setFlexBasis(0);
  }
}

/** A limit of 0 is none. */
export function setLimits(node: Node, { minWidth, maxWidth, minHeight, maxHeight }: JsonRecord): void {
  const limit = (value: unknown): number | undefined => {
    const px = numberOr(value, 0);
    return px > 0 ? px : undefined;
  };
  node.setMinWidth(limit(minWidth));
  node.setMaxWidth(limit(maxWidth));
  node.setMinHeight(limit(minHeight));
  node.setMaxHeight(limit(maxHeight));
}
