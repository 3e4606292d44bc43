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
  const { m00, m01, m02, m10, m11, m12 } = matrix;
  const extent = new Extent();
  let next = 0;
  for (const letter of letters) {
    const count = numbersOf[letter]!;
    const xs: number[] = [];
    const ys: number[] = [];
    for (let at = next; at < next + count; at += 2) {
      const [x, y] = [numbers[at]!, numbers[at + 1]!];
      xs.push(m00 * x + m01 * y + m02);
      ys.push(m10 * x + m11 * y + m12);
    }
    next += count;
    if (count > 0) extent.step(letter, xs, ys);
  }
  return extent.box();
}

class Extent {
  #xs: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  #ys: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  #at: [number, number] = [0, 0];

  /** Moves of the pen alone leave no ink: the point counts with what is drawn from it. */
  step(letter: string, xs: number[], ys: number[]): void {
    const end: [number, number] = [xs.at(-1)!, ys.at(-1)!];
    if (letter !== 'M') {
      grow(this.#xs, this.#at[0], xs);
      grow(this.#ys, this.#at[1], ys);
    }
    this.#at = end;
  }

  box(): Box | undefined {
    if (this.#xs[0] > this.#xs[1]) return undefined;
    return { left: this.#xs[0], right: this.#xs[1], top: this.#ys[0], bottom: this.#ys[1] };
  }
}

/** Widens a range by a line or curve on one axis. */
function grow(range: [number, number], start: number, points: number[]): void {
  const ends = [start, points.at(-1)!, ...turningPlaces(start, points)];
  range[0] = Math.min(range[0], ...ends);
  range[1] = Math.max(range[1], ...ends);
}

/** Where a curve turns on one axis, beside its ends. */
function turningPlaces(start: number, points: number[]): number[] {
  if (points.length === 2) {
    const [control, end] = points as [number, number];
    const at = (start - control) / (start - 2 * control + end);
    return at > 0 && at < 1 ? [start * (1 - at) ** 2 + 2 * control * at * (1 - at) + end * at ** 2] : [];
  }
  if (points.length !== 3) return [];
  const [one, two, end] = points as [number, number, number];
  const a = -start + 3 * one - 3 * two + end;
  const b = 2 * (start - 2 * one + two);
  const c = one - start;
  return roots(a, b, c).map(
    (at) =>
      start * (1 - at) ** 3 + 3 * one * at * (1 - at) ** 2 + 3 * two * at ** 2 * (1 - at) + end * at ** 3,
  );
}

/** Between 0 and 1. */
function roots(a: number, b: number, c: number): number[] {
  const isInside = (at: number) => at > 0 && at < 1;
  if (Math.abs(a) < 1e-12) return [-c / b].filter(isInside);
  const square = b * b - 4 * a * c;
  if (square < 0) return [];
  const root = Math.sqrt(square);
  return [(-b + root) / (2 * a), (-b - root) / (2 * a)].filter(isInside);
}
