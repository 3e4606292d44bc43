import { arcTo } from './arc.ts';
import { type Path, PathPen, type Point } from './path.ts';
import { roundedPolygon } from './round-corners.ts';

export type Size = { readonly width: number; readonly height: number };

/** Radii from the top left corner clockwise, as `rectangleCornerRadii` lists them. */
export type CornerRadii = readonly [
  topLeft: number,
  topRight: number,
  bottomRight: number,
  bottomLeft: number,
];

/** `cornerRadius` for all corners or `rectangleCornerRadii`, as four. */
export const cornerRadiiOf = (radius: number | CornerRadii): CornerRadii =>
  typeof radius === 'number' ? [radius, radius, radius, radius] : radius;

/**
 * A rectangle from the origin. Radii larger than the box allows shrink: two that share an edge share its length in
 * the ratio they ask for. `smoothing` is `cornerSmoothing`, 0 to 1.
 */
export function rectanglePath(
  { width, height }: Size,
  radius: number | CornerRadii = 0,
  smoothing = 0,
): Path {
  const points: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return roundedPolygon(points, cornerRadiiOf(radius), smoothing);
}

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Half axes of the quarter ellipse in a corner. */
export type Axes = readonly [x: number, y: number];

/** A rectangle whose corners are quarter ellipses, from the top left one clockwise. */
export function ellipticRectanglePath({ left, top, right, bottom }: Box, axes: readonly Axes[]): Path {
  const pen = new PathPen();
  const corners: readonly [x: number, y: number, toX: number, toY: number][] = [
    [left, top, 1, 1],
    [right, top, -1, 1],
    [right, bottom, -1, -1],
    [left, bottom, 1, -1],
  ];
  for (const [index, [x, y, toX, toY]] of corners.entries()) {
    const [rx, ry] = axes[index] ?? [0, 0];
    const from = Math.PI + (index * Math.PI) / 2;
    const start: Point = index % 2 === 0 ? [x, y + toY * ry] : [x + toX * rx, y];
    if (index === 0) pen.moveTo(...start);
    else pen.lineTo(...start);
    if (rx > 0 && ry > 0) arcTo(pen, [rx, 0, 0, ry, x + toX * rx, y + toY * ry], from, from + Math.PI / 2);
  }
  pen.close();
  return pen.path();
}
