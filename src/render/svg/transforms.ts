import type { Matrix } from '../geometry/matrix.ts';
import { formatNumber } from '../geometry/print-path.ts';

const tolerance = 1e-5;

const near = (a: number, b: number): boolean => Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a));

/** Whether the axes stay right-angled, not mirrored, and equally long. */
export const keepsAngles = ([a, b, c, d]: Matrix): boolean => near(a, d) && near(b, -c);

/** How much longer a length gets, where all directions get the same. */
export const scaleOf = ([a, b]: Matrix): number => Math.hypot(a, b);

/** How a plain form stands: what of it its own attributes can say. */
export type Pose = 'upright' | 'turned' | 'other';

export function poseOf(matrix: Matrix): Pose {
  const [a, b, c, d] = matrix;
  if (near(b, 0) && near(c, 0) && a > 0 && d > 0) return 'upright';
  return keepsAngles(matrix) && scaleOf(matrix) > 0 ? 'turned' : 'other';
}

/** How much wider and higher a plain form gets where its own attributes can say so. */
export function stretchOf(matrix: Matrix): { readonly x: number; readonly y: number } {
  const pose = poseOf(matrix);
  if (pose === 'upright') return { x: matrix[0], y: matrix[3] };
  return pose === 'turned' ? { x: scaleOf(matrix), y: scaleOf(matrix) } : { x: 1, y: 1 };
}

/** Clockwise, -180 rather than 180. */
export function degreesOf([a, b]: Matrix): number {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return near(degrees, 180) ? -180 : degrees;
}

const join = (...numbers: number[]): string => numbers.map(formatNumber).join(' ');

export const printMatrix = (matrix: Matrix): string => `matrix(${join(...matrix)})`;

export const printRotation = (degrees: number, x: number, y: number): string =>
  `rotate(${join(degrees, x, y)})`;

/** Nothing where it moves nothing. */
export function printTranslation(x: number, y: number): string | undefined {
  const [left, top] = [formatNumber(x), formatNumber(y)];
  if (top !== '0') return `translate(${left} ${top})`;
  return left === '0' ? undefined : `translate(${left})`;
}

export const printScale = (x: number, y: number): string =>
  `scale(${formatNumber(x) === formatNumber(y) ? formatNumber(x) : join(x, y)})`;

const spaced = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined).join(' ') || undefined;

/** How a rectangle at the origin is placed, but for its size: moved, then turned; a matrix for all else. */
export function printPlacement(matrix: Matrix): string | undefined {
  const [, , , , x, y] = matrix;
  const pose = poseOf(matrix);
  if (pose === 'upright') return printTranslation(x, y);
  if (pose === 'other') return printMatrix(matrix);
  return spaced([printTranslation(x, y), `rotate(${formatNumber(degreesOf(matrix))})`]);
}

/** The ellipse that a matrix makes of the unit circle: moved, turned, stretched; a matrix where it is skewed. */
export function printEllipse(matrix: Matrix): string {
  const [a, b, c, d, x, y] = matrix;
  const [width, height] = [Math.hypot(a, b), Math.hypot(c, d)];
  if (Math.abs(a * c + b * d) > tolerance * width * height) return printMatrix(matrix);
  const degrees = degreesOf(matrix);
  const turn = formatNumber(degrees) === '0' ? undefined : `rotate(${formatNumber(degrees)})`;
  return spaced([printTranslation(x, y), turn, printScale(width, height)])!;
}

/** A matrix as moved, stretched, turned, the way crops of images are written; as it is where that can't say it. */
export function printCrop(matrix: Matrix): string {
  const [a, b, c, d, x, y] = matrix;
  const mirrored = a * d - b * c < 0 ? -1 : 1;
  const [width, height] = [mirrored * Math.hypot(a, c), Math.hypot(b, d)];
  const angle = Math.atan2(b / height, d / height);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  if (!near(a, width * cos) || !near(c, -width * sin)) return printMatrix(matrix);
  const turn = near(angle, 0) ? undefined : `rotate(${formatNumber((angle * 180) / Math.PI)})`;
  return spaced([printTranslation(x, y), printScale(width, height), turn])!;
}
