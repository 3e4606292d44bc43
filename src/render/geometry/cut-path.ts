import { turningPoints } from './bounds.ts';
import { applyToPoint, type Matrix } from './matrix.ts';
import { closeVerb, coordsOfVerb, moveVerb, type Path, PathPen } from './path.ts';
import type { Segment } from './segments.ts';

/** Lines along the axes of the plane that a path is drawn on, at which the path is cut into pieces. */
export interface CutLines {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

const halvings = 50;

/** The value of a curve along one axis. */
function valueAt(points: readonly number[], t: number): number {
  let row = points;
  while (row.length > 1) row = row.slice(1).map((value, at) => row[at]! + (value - row[at]!) * t);
  return row[0]!;
}

/** Where a curve that only rises or falls between two parameters comes to a value; undefined where it does not. */
function crossing(points: readonly number[], from: number, to: number, value: number): number | undefined {
  const isBelow = valueAt(points, from) < value;
  if (isBelow === valueAt(points, to) < value) return undefined;
  let [before, after] = [from, to];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (before + after) / 2;
    if (valueAt(points, middle) < value === isBelow) before = middle;
    else after = middle;
  }
  return after;
}

/** The parameters at which a segment crosses one of some lines across an axis. */
function crossings(segment: Segment, axis: 0 | 1, lines: readonly number[]): number[] {
  const points = segment.filter((_value, index) => index % 2 === axis);
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const near = lines.filter((line) => line > low && line < high);
  if (near.length === 0) return [];
  const turns = [0, ...turningPoints(segment, axis).sort((one, other) => one - other), 1];
  return near.flatMap((line) =>
    turns.slice(1).flatMap((turn, at) => crossing(points, turns[at]!, turn, line) ?? []),
  );
}

/** The points of a curve's part that ends at a parameter, and of the rest. */
function split(points: readonly number[], t: number): [number[], number[]] {
  let row = points;
  const [first, rest] = [[row[0]!], [row.at(-1)!]];
  while (row.length > 1) {
    row = row.slice(1).map((value, at) => row[at]! + (value - row[at]!) * t);
    first.push(row[0]!);
    rest.unshift(row.at(-1)!);
  }
  return [first, rest];
}

const steps = { 2: 'lineTo', 3: 'quadTo', 4: 'cubicTo' } as const;

function draw(pen: PathPen, xs: readonly number[], ys: readonly number[]): void {
  const coords = xs.slice(1).flatMap((x, at) => [x, ys[at + 1]!]);
  const step = steps[xs.length as keyof typeof steps];
  (pen[step] as (...coords: number[]) => void).apply(pen, coords);
}

/** Draws a segment in the pieces between some parameters. */
function drawPieces(pen: PathPen, segment: Segment, cuts: readonly number[]): void {
  let xs = segment.filter((_value, index) => index % 2 === 0);
  let ys = segment.filter((_value, index) => index % 2 === 1);
  let done = 0;
  for (const cut of cuts) {
    const t = (cut - done) / (1 - done);
    const [x, y] = [split(xs, t), split(ys, t)];
    draw(pen, x[0], y[0]);
    [xs, ys, done] = [x[1], y[1], cut];
  }
  draw(pen, xs, ys);
}

/** The segment as the matrix leads it to the plane of the lines. */
const moved = (segment: readonly number[], matrix: Matrix): number[] =>
  segment.flatMap((x, at) => (at % 2 === 0 ? applyToPoint(matrix, [x, segment[at + 1]!]) : []));

/**
 * The same path, in pieces that end where it crosses lines of the plane to which the matrix leads it, and where a curve
 * turns back along one of its axes.
 */
export function cutPath(path: Path, matrix: Matrix, { xs, ys }: CutLines): Path {
  const pen = new PathPen();
  let [last, start]: [readonly number[], readonly number[]] = [
    [0, 0],
    [0, 0],
  ];
  const add = (segment: Segment): void => {
    const there = moved(segment, matrix);
    const cuts = [
      ...turningPoints(there, 0),
      ...turningPoints(there, 1),
      ...crossings(there, 0, xs),
      ...crossings(there, 1, ys),
    ];
    cuts.sort((one, other) => one - other);
    drawPieces(pen, segment, cuts);
    last = segment.slice(-2);
  };
  let at = 0;
  for (const verb of path.verbs) {
    const coords = [...path.coords.subarray(at, at + coordsOfVerb[verb]!)];
    at += coords.length;
    if (verb === closeVerb) {
      if (last[0] !== start[0] || last[1] !== start[1]) add([...last, ...start]);
      pen.close();
      last = start;
    } else if (verb === moveVerb) {
      pen.moveTo(coords[0]!, coords[1]!);
      [last, start] = [coords, coords];
    } else add([...last, ...coords]);
  }
  return pen.path(path.rule);
}
