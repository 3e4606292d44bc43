import { arcTo } from './arc.ts';
import { type Matrix, multiply, scaling, translation } from './matrix.ts';
import type { PathPen, Point } from './path.ts';

/** A vertex with a radius; `reach` is how far along its two edges the rounding may begin. */
export type Corner = {
  readonly before: Point;
  readonly vertex: Point;
  readonly after: Point;
  readonly radius: number;
  readonly smoothing: number;
  readonly reach: number;
};

/** Starts the outline at the point, or draws a line to it. */
export type MoveOrLine = (x: number, y: number) => void;

export const lengthOf = ([x0, y0]: Point, [x1, y1]: Point): number => Math.hypot(x1 - x0, y1 - y0);

/** The angle by which the outline turns at a vertex: 0 straight on, π back; its sign is the side it turns to. */
export function turnAt([bx, by]: Point, [vx, vy]: Point, [ax, ay]: Point): number {
  const cross = (vx - bx) * (ay - vy) - (vy - by) * (ax - vx);
  const dot = (vx - bx) * (ax - vx) + (vy - by) * (ay - vy);
  return Math.atan2(cross, dot);
}

/** How far from the vertex the plain arc of that radius touches the edges. */
export const tangentLength = (radius: number, turn: number): number => radius * Math.tan(Math.abs(turn) / 2);

/** A frame whose origin is the vertex, whose x axis leads on along the incoming edge; y is the side it turns to. */
function cornerFrame({ before, vertex }: Corner, turn: number): Matrix {
  const length = lengthOf(before, vertex);
  const [x, y] = [(vertex[0] - before[0]) / length, (vertex[1] - before[1]) / length];
  const side = turn < 0 ? -1 : 1;
  return [x, y, -y * side, x * side, vertex[0], vertex[1]];
}

/** Points of a smoothed corner in its frame: the eased entry and the arc's begin; the exit is their mirror image. */
function easedEntry(
  tangent: number,
  radius: number,
  sweep: number,
  smoothing: number,
): [start: number, control: number, meeting: number, arcX: number, arcY: number] {
  const angle = (sweep * smoothing) / 2;
  const start = -tangent * (1 + smoothing);
  const meeting = -tangent + radius * Math.tan(angle / 2);
  const arcX = -tangent + radius * Math.sin(angle);
  return [start, start + (2 / 3) * (meeting - start), meeting, arcX, radius * (1 - Math.cos(angle))];
}

const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The exit's points are the entry's, seen from the other edge: x axis backwards along the outgoing edge. */
function exitFrame({ vertex, after }: Corner, turn: number): Matrix {
  const length = lengthOf(vertex, after);
  const [x, y] = [(vertex[0] - after[0]) / length, (vertex[1] - after[1]) / length];
  const side = turn < 0 ? 1 : -1;
  return [x, y, -y * side, x * side, vertex[0], vertex[1]];
}

const between = ([x0, y0]: Point, [x1, y1]: Point, share: number): Point => [
  x0 + (x1 - x0) * share,
  y0 + (y1 - y0) * share,
];

/** An arc of any angle below half a turn as one cubic, which is what the original draws. */
function drawPlainCorner(
  corner: Corner,
  sweep: number,
  tangent: number,
  moveOrLine: MoveOrLine,
  pen: PathPen,
): void {
  const { before, vertex, after } = corner;
  const start = between(vertex, before, tangent / lengthOf(before, vertex));
  const end = between(vertex, after, tangent / lengthOf(vertex, after));
  const handle = ((4 / 3) * Math.tan(sweep / 4)) / Math.tan(sweep / 2);
  moveOrLine(...start);
  pen.cubicTo(...between(start, vertex, handle), ...between(end, vertex, handle), ...end);
}

type Eased = { readonly turn: number; readonly tangent: number; readonly smoothing: number };

/**
 * Smoothing lengthens each side of the arc by that share and eases it in with a cubic, while the arc keeps its
 * radius and gives up the same share of its angle.
 */
function drawSmoothCorner(corner: Corner, eased: Eased, moveOrLine: MoveOrLine, pen: PathPen): void {
  const { turn, tangent, smoothing } = eased;
  const sweep = Math.abs(turn);
  const radius = tangent / Math.tan(sweep / 2);
  const frame = cornerFrame(corner, turn);
  const [start, control, meeting, arcX, arcY] = easedEntry(tangent, radius, sweep, smoothing);
  moveOrLine(...moved(frame, start, 0));
  pen.cubicTo(...moved(frame, control, 0), ...moved(frame, meeting, 0), ...moved(frame, arcX, arcY));
  const given = (sweep * smoothing) / 2;
  const circle = multiply(frame, multiply(translation(-tangent, radius), scaling(radius)));
  if (smoothing < 1) arcTo(pen, circle, given - Math.PI / 2, sweep - given - Math.PI / 2);
  const exit = exitFrame(corner, turn);
  pen.cubicTo(...moved(exit, meeting, 0), ...moved(exit, control, 0), ...moved(exit, start, 0));
}

/** Draws one corner, smoothed as far as its edges have room for it. */
export function drawCorner(corner: Corner, moveOrLine: MoveOrLine, pen: PathPen): void {
  const turn = turnAt(corner.before, corner.vertex, corner.after);
  const sweep = Math.abs(turn);
  const tangent = Math.min(tangentLength(corner.radius, turn), corner.reach);
  if (!(tangent > 0) || sweep > Math.PI - 1e-6) {
    moveOrLine(...corner.vertex);
    return;
  }
  const smoothing = Math.max(0, Math.min(corner.smoothing, 1, corner.reach / tangent - 1));
  if (smoothing > 1e-9) drawSmoothCorner(corner, { turn, tangent, smoothing }, moveOrLine, pen);
  else drawPlainCorner(corner, sweep, tangent, moveOrLine, pen);
}
