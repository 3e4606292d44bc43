import type { Bounds } from '../geometry/bounds.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import { type Json, numberOf, recordOf } from './json-values.ts';

export const emptyBounds: Bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

/** Whether no point lies inside, not even on the edge: a line has bounds, though it has no area. */
export const isEmpty = ({ left, top, right, bottom }: Bounds): boolean => !(left <= right && top <= bottom);

export const unite = (one: Bounds, other: Bounds): Bounds => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

export const uniteAll = (all: readonly Bounds[]): Bounds => all.reduce(unite, emptyBounds);

export function intersect(one: Bounds, other: Bounds): Bounds {
  const both = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return isEmpty(both) ? emptyBounds : both;
}

export const grow = ({ left, top, right, bottom }: Bounds, by: number): Bounds => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

export const moveBounds = ({ left, top, right, bottom }: Bounds, x: number, y: number): Bounds => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

export const boundsOfSize = ({ width, height }: Size): Bounds => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
});

export const sizeOfBounds = ({ left, top, right, bottom }: Bounds): Size => ({
  width: right - left,
  height: bottom - top,
});

/** The box around a box that a matrix has turned or skewed. */
export function transformBounds(bounds: Bounds, matrix: Matrix): Bounds {
  if (isEmpty(bounds)) return emptyBounds;
  // By place: taking an array apart in order makes garbage, and this is asked of every item.
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = matrix;
  const { left, top, right, bottom } = bounds;
  return {
    left: Math.min(a * left, a * right) + Math.min(c * top, c * bottom) + e,
    top: Math.min(b * left, b * right) + Math.min(d * top, d * bottom) + f,
    right: Math.max(a * left, a * right) + Math.max(c * top, c * bottom) + e,
    bottom: Math.max(b * left, b * right) + Math.max(d * top, d * bottom) + f,
  };
}

/** Reads `absoluteBoundingBox` and `absoluteRenderBounds`. */
export function boundsOfJson(value: Json): Bounds | undefined {
  const record = recordOf(value);
  if (record === undefined) return undefined;
  const x = numberOf(record.x);
  const y = numberOf(record.y);
  const width = numberOf(record.width);
  const height = numberOf(record.height);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { left: x, top: y, right: x + Math.max(0, width), bottom: y + Math.max(0, height) };
}
