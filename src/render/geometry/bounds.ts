import { closeVerb, coordsOfVerb, moveVerb, type Path } from './path.ts';
import { outlinesOf, pointAt, type Segment } from './segments.ts';

export type Bounds = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Parameters inside of a segment where it turns back along one axis (0 for x, 1 for y). */
function turningPoints(segment: Segment, axis: 0 | 1): number[] {
  const p = segment.filter((_value, index) => index % 2 === axis) as [number, number, number, number];
  const roots = segment.length === 6 ? quadTurns(p) : segment.length === 8 ? cubicTurns(p) : [];
  return roots.filter((t) => t > 0 && t < 1);
}

const quadTurns = ([p0, p1, p2]: readonly [number, number, number, ...number[]]): number[] => [
  (p0 - p1) / (p0 - 2 * p1 + p2),
];

function cubicTurns([p0, p1, p2, p3]: readonly [number, number, number, number]): number[] {
  const a = p3 - 3 * p2 + 3 * p1 - p0;
  const half = p2 - 2 * p1 + p0;
  const c = p1 - p0;
  const root = Math.sqrt(half * half - a * c);
  // The second form loses no digits where a is small, and holds for a = 0.
  const sum = -half - (half < 0 ? -root : root);
  return [sum / a, c / sum];
}

/** The smallest box around what the outlines touch, curves included, control points not; undefined if empty. */
export function boundsOf(path: Path): Bounds | undefined {
  const ofEnds = boundsOfEnds(path);
  return path.verbs[0] === moveVerb && isWithin(path, ofEnds) ? ofEnds : boundsOfSegments(path);
}

/** The box around the points where steps end. */
function boundsOfEnds({ verbs, coords }: Path): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let at = 0;
  for (const verb of verbs) {
    if (verb === closeVerb) continue;
    at += coordsOfVerb[verb]!;
    left = Math.min(left, coords[at - 2]!);
    right = Math.max(right, coords[at - 2]!);
    top = Math.min(top, coords[at - 1]!);
    bottom = Math.max(bottom, coords[at - 1]!);
  }
  return { left, top, right, bottom };
}

/** Whether all points lie in a box, those that only pull curves too: a curve stays within their hull. */
function isWithin({ coords }: Path, { left, top, right, bottom }: Bounds): boolean {
  for (let at = 0; at < coords.length; at += 2) {
    const isInside =
      coords[at]! >= left && coords[at]! <= right && coords[at + 1]! >= top && coords[at + 1]! <= bottom;
    if (!isInside) return false;
  }
  return true;
}

function boundsOfSegments(path: Path): Bounds | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = ([x, y]: readonly number[]): void => {
    left = Math.min(left, x!);
    right = Math.max(right, x!);
    top = Math.min(top, y!);
    bottom = Math.max(bottom, y!);
  };
  const segments = outlinesOf(path).flatMap(({ start, segments }) => [start, ...segments]);
  for (const segment of segments) take(segment.slice(-2));
  // A curve stays within the hull of its points, and most don't reach beyond their ends.
  const reachesOut = (value: number, at: number): boolean =>
    at % 2 === 0 ? value < left || value > right : value < top || value > bottom;
  for (const segment of segments) {
    if (!segment.some(reachesOut)) continue;
    for (const t of [...turningPoints(segment, 0), ...turningPoints(segment, 1)]) take(pointAt(segment, t));
  }
  return left <= right && top <= bottom ? { left, top, right, bottom } : undefined;
}

/** The box around all points of a path, those that only pull its curves too; empty where there are none. */
export function boundsOfPoints({ coords }: Path): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < coords.length; at += 2) {
    left = Math.min(left, coords[at]!);
    right = Math.max(right, coords[at]!);
    top = Math.min(top, coords[at + 1]!);
    bottom = Math.max(bottom, coords[at + 1]!);
  }
  return { left, top, right, bottom };
}
