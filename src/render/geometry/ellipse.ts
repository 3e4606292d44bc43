import { arcTo, directionOf } from './arc.ts';
import type { Matrix } from './matrix.ts';
import { type Path, PathPen } from './path.ts';
import type { Size } from './rectangle.ts';

/** The contract's `arcData`: radians from the right, clockwise; the hole's share of the radius. */
export type ArcSpan = {
  readonly startingAngle: number;
  readonly endingAngle: number;
  readonly innerRadius: number;
};

const full = 2 * Math.PI;

/** A single precision 2π, which the files hold, is off by 2e-7. */
const isFull = (sweep: number): boolean => Math.abs(sweep) >= full - 1e-5;

const frameOf = ({ width, height }: Size, share: number): Matrix => [
  (share * width) / 2,
  0,
  0,
  (share * height) / 2,
  width / 2,
  height / 2,
];

function moveToAngle(pen: PathPen, [a, , , d, e, f]: Matrix, angle: number, line = false): void {
  const [cos, sin] = directionOf(angle);
  const [x, y] = [a * cos + e, d * sin + f];
  if (line) pen.lineTo(x, y);
  else pen.moveTo(x, y);
}

function drawRound(pen: PathPen, frame: Matrix, from: number, to: number): void {
  moveToAngle(pen, frame, from);
  arcTo(pen, frame, from, to);
  pen.close();
}

/** The ellipse that fills the size, whole, as an arc (a piece of pie), a ring or a piece of a ring. */
export function ellipsePath(size: Size, arc?: ArcSpan): Path {
  const start = arc?.startingAngle ?? 0;
  const sweep = (arc?.endingAngle ?? full) - start;
  const hole = Math.min(1, Math.max(0, arc?.innerRadius ?? 0));
  const [outer, inner] = [frameOf(size, 1), frameOf(size, hole)];
  const pen = new PathPen();
  if (isFull(sweep)) {
    drawRound(pen, outer, start, start + full);
    if (hole > 0) drawRound(pen, inner, start + full, start);
    return pen.path();
  }
  moveToAngle(pen, outer, start);
  arcTo(pen, outer, start, start + sweep);
  moveToAngle(pen, inner, start + sweep, true);
  if (hole > 0) arcTo(pen, inner, start + sweep, start);
  pen.close();
  return pen.path();
}
