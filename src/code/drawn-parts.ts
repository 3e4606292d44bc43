import { isSeen } from './colors.ts';
import type { Effect, OwnNode, Paint } from './own-node.ts';

/** Where things lie along an axis. */
export type Along = 'start' | 'center' | 'end' | 'between' | 'baseline';

/** An auto layout that lays its layers out in one line. */
export interface Stack {
  readonly isColumn: boolean;
  readonly spacing: number;
  /** Along the line, and across it. */
  readonly main: Along;
  readonly cross: Along;
}

const alongs: Readonly<Record<string, Along>> = {
  MIN: 'start',
  CENTER: 'center',
  MAX: 'end',
  SPACE_BETWEEN: 'between',
  BASELINE: 'baseline',
};

/** Undefined where there is none, and where it wraps or is a grid. */
export function stackOf(node: OwnNode): Stack | undefined {
  const { layoutMode, layoutWrap, itemSpacing = 0 } = node;
  if (layoutWrap === 'WRAP') return undefined;
  if (layoutMode !== 'HORIZONTAL' && layoutMode !== 'VERTICAL') return undefined;
  return {
    isColumn: layoutMode === 'VERTICAL',
    spacing: itemSpacing,
    main: alongs[node.primaryAxisAlignItems ?? 'MIN'] ?? 'start',
    cross: alongs[node.counterAxisAlignItems ?? 'MIN'] ?? 'start',
  };
}

/** Whether the frame lays its layers out in a way that neither of the toolkits has as one thing. */
export const isWrapped = ({ layoutMode, layoutWrap }: OwnNode): boolean =>
  layoutMode === 'GRID' || (layoutWrap === 'WRAP' && layoutMode === 'HORIZONTAL');

export type Sides = readonly [top: number, right: number, bottom: number, left: number];

export const paddingOf = (node: OwnNode): Sides => [
  ...([
    node.paddingTop ?? 0,
    node.paddingRight ?? 0,
    node.paddingBottom ?? 0,
    node.paddingLeft ?? 0,
  ] as const),
];

/** Four radii, clockwise from the upper left. */
export function radiiOf({ cornerRadius = 0, rectangleCornerRadii }: OwnNode): Sides {
  const [a = 0, b = 0, c = 0, d = 0] = rectangleCornerRadii ?? Array(4).fill(cornerRadius);
  return [a, b, c, d];
}

export const areAlike = ([first, ...others]: Sides): boolean => others.every((one) => one === first);

/** Paints that are seen, the lowest first; undefined where one of them is drawn in another way than over the others. */
export function seenPaints(paints: readonly Paint[] = []): readonly Paint[] | undefined {
  const seen = paints.filter(isSeen);
  return seen.some(({ blendMode = 'NORMAL' }) => blendMode !== 'NORMAL') ? undefined : seen;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface StraightGradient {
  /** In shares of the box. */
  readonly from: Point;
  readonly to: Point;
  readonly stops: NonNullable<Paint['gradientStops']>;
}

/** A linear gradient across or down; one that is slanted leans with its box here, and nowhere else. */
export function straightGradient(paint: Paint): StraightGradient | undefined {
  const { type, gradientStops: stops, gradientHandlePositions: [from, to] = [] } = paint;
  if (type !== 'GRADIENT_LINEAR' || stops === undefined || from === undefined || to === undefined)
    return undefined;
  const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const isStraight = across < nearly !== down < nearly;
  return isStraight ? { from, to, stops } : undefined;
}

const nearly = 1e-4;

/** Effects of one kind that are seen. */
export const effectsOf = ({ effects = [] }: OwnNode, type: string): readonly Effect[] =>
  effects.filter((effect) => isSeen(effect) && effect.type === type);

/** Clockwise, in degrees; 0 where it stands straight. */
export const degreesOf = ({ rotation = 0 }: OwnNode): number =>
  Math.abs(rotation) > 1e-4 ? (-rotation * 180) / Math.PI : 0;

/** What an axis takes: what its layers need, what there is, or a length; undefined where it is not known. */
export function lengthOf(node: OwnNode, axis: 'width' | 'height'): 'hug' | 'fill' | number | undefined {
  const sizing = axis === 'width' ? node.layoutSizingHorizontal : node.layoutSizingVertical;
  if (sizing === 'HUG') return 'hug';
  if (sizing === 'FILL') return 'fill';
  if (degreesOf(node) !== 0) return undefined;
  return node.absoluteBoundingBox?.[axis];
}

/** A text between quotation marks, in which these characters have a backslash. */
export const quoted = (text: string, escaped: RegExp): string =>
  `"${text
    .replace(escaped, '\\$&')
    .replace(/\r\n|[\n\u2028\u2029]/g, '\\n')
    .replaceAll('\t', '\\t')}"`;
