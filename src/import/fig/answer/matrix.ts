import type { GeometryPath } from '../message/blobs.ts';
import { numbersOf } from '../message/blobs.ts';
import type { Matrix, Vector } from '../message/wanted.ts';
import { finite } from './answering.ts';

export const identity: Matrix = { m00: 1, m01: 0, m02: 0, m10: 0, m11: 1, m12: 0 };

const single = Math.fround;

/** The product, each number rounded to single as the editor has it. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  return {
    m00: single(a.m00 * b.m00 + a.m01 * b.m10),
    m01: single(a.m00 * b.m01 + a.m01 * b.m11),
    m02: single(a.m00 * b.m02 + a.m01 * b.m12 + a.m02),
    m10: single(a.m10 * b.m00 + a.m11 * b.m10),
    m11: single(a.m10 * b.m01 + a.m11 * b.m11),
    m12: single(a.m10 * b.m02 + a.m11 * b.m12 + a.m12),
  };
}

/** An upright box: least and greatest place on both axes. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function unite(one: Box | undefined, other: Box | undefined): Box | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** What both hold; undefined where they share nothing. A clip that is undefined holds everything. */
export function intersect(box: Box | undefined, clip: Box | undefined): Box | undefined {
  if (box === undefined || clip === undefined) return box;
  const left = Math.max(box.left, clip.left);
  const top = Math.max(box.top, clip.top);
  const right = Math.min(box.right, clip.right);
  const bottom = Math.min(box.bottom, clip.bottom);
  return left > right || top > bottom ? undefined : { left, top, right, bottom };
}

/** The box around a rectangle from the origin, its corners rounded to single. */
export function boxOf(matrix: Matrix, size: Vector): Box {
  const { m00, m01, m02, m10, m11, m12 } = matrix;
  const corners = [
    [0, 0],
    [size.x, 0],
    [0, size.y],
    [size.x, size.y],
  ] as const;
  const xs = corners.map(([x, y]) => single(m00 * x + m01 * y + m02));
  const ys = corners.map(([x, y]) => single(m10 * x + m11 * y + m12));
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Whether a box can be written as it is: its places and sizes are numbers. */
export const isWritable = ({ left, top, right, bottom }: Box): boolean =>
  [left, top, single(right - left), single(bottom - top)].every(Number.isFinite);

/** As the interface writes a box; what is too large for a number is 0. */
export function rectangleOf({ left, top, right, bottom }: Box) {
  return {
    x: finite(left),
    y: finite(top),
    width: finite(single(right - left)),
    height: finite(single(bottom - top)),
  };
}

/** The exact extent of an outline once it is moved by a matrix: of its curves, not of their control points. */
export function extentOf({ letters, numbers }: GeometryPath, matrix: Matrix): Box | undefined {
  const across = rangeOf(letters, numbers, matrix.m00, matrix.m01, matrix.m02);
  if (across === undefined) return undefined;
  const down = rangeOf(letters, numbers, matrix.m10, matrix.m11, matrix.m12)!;
  return { left: across.least, right: across.greatest, top: down.least, bottom: down.greatest };
}

/**
 * Of one axis, which `a x + b y + c` leads to. Plain numbers in a plain loop: a design has millions of points. Moves of
 * the pen alone leave no ink: their point counts with what is drawn from it.
 */
function rangeOf(letters: string, numbers: Float32Array, a: number, b: number, c: number) {
  const range = { least: Number.POSITIVE_INFINITY, greatest: Number.NEGATIVE_INFINITY };
  let start = 0;
  let next = 0;
  for (let step = 0; step < letters.length; step++) {
    const count = numbersOf[letters[step]!]!;
    if (count === 0) continue;
    const end = placeOf(numbers, next + count - 2, a, b, c);
    if (letters[step] !== 'M') {
      widen(range, start);
      widen(range, end);
      if (count === 4) widenByQuadratic(range, start, placeOf(numbers, next, a, b, c), end);
      if (count === 6)
        widenByCubic(range, start, placeOf(numbers, next, a, b, c), placeOf(numbers, next + 2, a, b, c), end);
    }
    start = end;
    next += count;
  }
  return range.least > range.greatest ? undefined : range;
}

const placeOf = (numbers: Float32Array, at: number, a: number, b: number, c: number): number =>
  a * numbers[at]! + b * numbers[at + 1]! + c;

interface Range {
  least: number;
  greatest: number;
}

function widen(range: Range, place: number): void {
  if (place < range.least) range.least = place;
  if (place > range.greatest) range.greatest = place;
}

const isWithin = ({ least, greatest }: Range, place: number): boolean => place >= least && place <= greatest;

/** By where the curve turns, beside its ends. No curve leaves its control points. */
function widenByQuadratic(range: Range, start: number, control: number, end: number): void {
  if (isWithin(range, control)) return;
  const at = (start - control) / (start - 2 * control + end);
  if (at > 0 && at < 1) widen(range, start * (1 - at) ** 2 + 2 * control * at * (1 - at) + end * at ** 2);
}

function widenByCubic(range: Range, start: number, one: number, two: number, end: number): void {
  if (isWithin(range, one) && isWithin(range, two)) return;
  const a = -start + 3 * one - 3 * two + end;
  const b = 2 * (start - 2 * one + two);
  const c = one - start;
  const turn = (at: number): void => {
    if (!(at > 0 && at < 1)) return;
    const left = 1 - at;
    widen(range, start * left ** 3 + 3 * one * at * left ** 2 + 3 * two * at ** 2 * left + end * at ** 3);
  };
  if (Math.abs(a) < 1e-12) {
    turn(-c / b);
    return;
  }
  const root = Math.sqrt(b * b - 4 * a * c);
  turn((-b + root) / (2 * a));
  turn((-b - root) / (2 * a));
}
