import type { Path, Point } from './path.ts';

/** x' = a·x + c·y + e and y' = b·x + d·y + f, in the order SVG writes them. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

export const scaling = (x: number, y: number = x): Matrix => [x, 0, 0, y, 0, 0];

/** Turns by the angle from the x axis towards the y axis: clockwise on the screen. */
export function rotation(angle: number): Matrix {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [cos, sin, -sin, cos, 0, 0];
}

/** The matrix that applies `inner` first and `outer` after it. By index: taking arrays apart costs memory. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ];
}

/** The matrix that undoes this one, or undefined where it flattens the plane or is not finite. */
export function invert(matrix: Matrix): Matrix | undefined {
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = matrix;
  const determinant = a * d - b * c;
  if (!Number.isFinite(1 / determinant) || !matrix.every(Number.isFinite)) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

export const applyToPoint = (matrix: Matrix, point: Point): Point => [
  matrix[0] * point[0] + matrix[2] * point[1] + matrix[4],
  matrix[1] * point[0] + matrix[3] * point[1] + matrix[5],
];

export function transformPath(path: Path, [a, b, c, d, e, f]: Matrix): Path {
  const coords = new Float64Array(path.coords.length);
  for (let at = 0; at < coords.length; at += 2) {
    const x = path.coords[at]!;
    const y = path.coords[at + 1]!;
    coords[at] = a * x + c * y + e;
    coords[at + 1] = b * x + d * y + f;
  }
  return { ...path, coords };
}
