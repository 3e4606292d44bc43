import type { Matrix } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import { readColor } from './colors.ts';
import { type JsonRecord, listOf, pointOf, recordsOf, within } from './json-values.ts';
import { isFlat } from './placement.ts';
import type { GradientPaint, GradientStop, Paint } from './scene.ts';

export const gradientShapes = {
  GRADIENT_LINEAR: 'LINEAR',
  GRADIENT_RADIAL: 'RADIAL',
  GRADIENT_ANGULAR: 'ANGULAR',
  GRADIENT_DIAMOND: 'DIAMOND',
} as const satisfies Record<string, GradientPaint['shape']>;

/** More stops than any gradient needs; what comes after them is left out. */
const mostStops = 256;

function readStops(paint: JsonRecord): GradientStop[] {
  let last = 0;
  return recordsOf(paint.gradientStops)
    .slice(0, mostStops)
    .map(({ position, color }) => {
      last = Math.max(last, within(position, 0, 1, last));
      return { position: last, color: readColor(color) };
    });
}

/**
 * The three handles, shares of the box, are the begin, the end and the end of the second axis. Lines of one colour
 * run along the second axis, which in a stretched box need not stand upright on the first.
 */
function matrixOf(paint: JsonRecord, { width, height }: Size): Matrix | undefined {
  const [start, end, side] = listOf(paint.gradientHandlePositions).map(pointOf);
  if (start === undefined || end === undefined) return undefined;
  const [ax, ay] = [(end.x - start.x) * width, (end.y - start.y) * height];
  const [bx, by] = side ? [(side.x - start.x) * width, (side.y - start.y) * height] : [-ay, ax];
  return [ax, ay, bx, by, start.x * width, start.y * height];
}

/** A gradient of a box of that size; where it has no extent, it is all of its last colour. */
export function readGradient(
  paint: JsonRecord,
  shape: GradientPaint['shape'],
  size: Size,
  head: Pick<GradientPaint, 'opacity' | 'blendMode'>,
): Paint | undefined {
  const stops = readStops(paint);
  const last = stops.at(-1);
  const matrix = matrixOf(paint, size);
  if (last === undefined || matrix === undefined) return undefined;
  if (stops.length === 1 || isFlat(matrix)) return { kind: 'solid', color: last.color, ...head };
  return { kind: 'gradient', shape, stops, matrix, source: paint, ...head };
}
