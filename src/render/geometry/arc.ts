import { applyToPoint, type Matrix } from './matrix.ts';
import type { PathPen } from './path.ts';

const quarter = Math.PI / 2;

/** Cosine and sine without the last digits' noise, so that whole quarters end on whole numbers. */
export function directionOf(angle: number): [cos: number, sin: number] {
  const clean = (value: number): number => (Math.abs(value) < 1e-12 ? 0 : value);
  return [clean(Math.cos(angle)), clean(Math.sin(angle))];
}

/**
 * Draws the arc of the unit circle from one angle to another as the matrix places it. The pen stands at its start.
 * One cubic for each quarter begun; angles grow clockwise on the screen.
 */
export function arcTo(pen: Pick<PathPen, 'cubicTo'>, matrix: Matrix, from: number, to: number): void {
  const count = Math.max(1, Math.ceil(Math.abs(to - from) / quarter - 1e-9));
  const step = (to - from) / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  for (let part = 0; part < count; part += 1) {
    const start = from + part * step;
    const [cosStart, sinStart] = directionOf(start);
    const [cosEnd, sinEnd] = directionOf(start + step);
    pen.cubicTo(
      ...applyToPoint(matrix, [cosStart - handle * sinStart, sinStart + handle * cosStart]),
      ...applyToPoint(matrix, [cosEnd + handle * sinEnd, sinEnd - handle * cosEnd]),
      ...applyToPoint(matrix, [cosEnd, sinEnd]),
    );
  }
}

type SvgArc = { rx: number; ry: number; turn: number; large: boolean; sweep: boolean };

const signedAngle = (ux: number, uy: number, vx: number, vy: number): number =>
  Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);

/** Draws SVG's elliptical arc; radii that are too small grow until the arc fits, a zero radius gives a line. */
export function svgArcTo(pen: PathPen, x0: number, y0: number, x: number, y: number, arc: SvgArc): void {
  if (x0 === x && y0 === y) return;
  if (arc.rx === 0 || arc.ry === 0) {
    pen.lineTo(x, y);
    return;
  }
  const angle = (arc.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [halfX, halfY] = [(x0 - x) / 2, (y0 - y) / 2];
  let [rx, ry] = [Math.abs(arc.rx), Math.abs(arc.ry)];
  const [px, py] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  const excess = (px / rx) ** 2 + (py / ry) ** 2;
  if (excess > 1) [rx, ry] = [rx * Math.sqrt(excess), ry * Math.sqrt(excess)];
  const spread = Math.sqrt(Math.max(0, 1 / Math.min(1, excess) - 1)) * (arc.large === arc.sweep ? -1 : 1);
  const [ux, uy] = [px / rx, py / ry];
  const [centreX, centreY] = [spread * uy, -spread * ux];
  const from = Math.atan2(uy - centreY, ux - centreX);
  let turn = signedAngle(ux - centreX, uy - centreY, -ux - centreX, -uy - centreY);
  if (arc.sweep && turn < 0) turn += 2 * Math.PI;
  if (!arc.sweep && turn > 0) turn -= 2 * Math.PI;
  const [cx, cy] = [rx * centreX, ry * centreY];
  const middle: readonly [number, number] = [
    cos * cx - sin * cy + (x0 + x) / 2,
    sin * cx + cos * cy + (y0 + y) / 2,
  ];
  arcTo(pen, [rx * cos, rx * sin, -ry * sin, ry * cos, ...middle], from, from + turn);
}
