import type { Path, Point } from './path.ts';
import type { Size } from './rectangle.ts';
import { roundedPolygon } from './round-corners.ts';

const mostPoints = 1000;

/** Points on the ellipse in the box from the top clockwise; every second one drawn in by its share of `shares`. */
function pointsAround({ width, height }: Size, count: number, shares: readonly number[]): Point[] {
  return Array.from({ length: count }, (_value, index) => {
    const angle = (index / count) * 2 * Math.PI;
    const share = shares[index % shares.length]!;
    return [(width / 2) * (1 + share * Math.sin(angle)), (height / 2) * (1 - share * Math.cos(angle))];
  });
}

const wholeCount = (count: number): number =>
  Math.min(mostPoints, Math.max(3, Math.round(Number.isFinite(count) ? count : 3)));

/** A REGULAR_POLYGON with that many corners, inscribed in the ellipse of its box, one corner at the top. */
export function regularPolygonPath(size: Size, count: number, radius = 0, smoothing = 0): Path {
  const corners = wholeCount(count);
  return roundedPolygon(pointsAround(size, corners, [1]), Array(corners).fill(radius), smoothing);
}

/** A STAR with that many tips; `innerScale` is how far out its inner corners lie, as a share of the tips. */
export function starPath(size: Size, count: number, innerScale: number, radius = 0, smoothing = 0): Path {
  const corners = 2 * wholeCount(count);
  return roundedPolygon(pointsAround(size, corners, [1, innerScale]), Array(corners).fill(radius), smoothing);
}
