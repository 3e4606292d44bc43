import type { CanvasGradient } from '@napi-rs/canvas';
import { invert, type Matrix, multiply, translation } from '../geometry/matrix.ts';
import { gradientLine, stopsAround } from '../gradient-geometry.ts';
import type { GradientPaint, GradientStop } from '../scene/scene.ts';
import { cssOf } from './css-color.ts';
import type { Target } from './target.ts';

type Context = Target['context'];

function withStops(gradient: CanvasGradient, stops: readonly GradientStop[]): CanvasGradient {
  for (const { position, color } of stops) gradient.addColorStop(position, cssOf(color));
  return gradient;
}

export const linearGradient = (context: Context, { matrix, stops }: GradientPaint): CanvasGradient =>
  withStops(context.createLinearGradient(...gradientLine(matrix)), stops);

/** A gradient in its own coordinates, where the centre is the origin and the end lies at (1, 0). */
const radialGradient = (context: Context, { stops }: GradientPaint): CanvasGradient =>
  withStops(context.createRadialGradient(0, 0, 0, 0, 0, 1), stops);

/**
 * Turns the coordinates so that an angular gradient begins on the right: the library begins at the top, whatever
 * angle it is given.
 */
export const fromTheRight: Matrix = [0, 1, -1, 0, 0, 0];

/** A gradient in its own coordinates turned by `fromTheRight`. */
const angularGradient = (context: Context, { stops }: GradientPaint): CanvasGradient =>
  withStops(context.createConicGradient(0, 0, 0), stopsAround(stops));

/** A radial or angular gradient, and where its coordinates lie in those of the outline. */
export const centredGradient = (
  context: Context,
  paint: GradientPaint,
): { readonly style: CanvasGradient; readonly matrix: Matrix } =>
  paint.shape === 'RADIAL'
    ? { style: radialGradient(context, paint), matrix: paint.matrix }
    : { style: angularGradient(context, paint), matrix: multiply(paint.matrix, fromTheRight) };

/** One quarter of a diamond: the distance is |x| + |y|. */
export const diamondQuarter = (context: Context, { stops }: GradientPaint): CanvasGradient =>
  withStops(context.createLinearGradient(0, 0, 0.5, 0.5), stops);

/** Of a px, in a direction along which designs have no lines. */
const offCentrePx = [0.0036, 0.0015] as const;

/**
 * The gradient moved by a trace, so that no jump of its colours, as where an angular one begins, goes through the
 * middles of px: to which side these belong would be left to errors of rounding, which differ from canvas to canvas.
 *
 * @param matrix From the outline's coordinates to the scene
 */
export function offCentres(target: Target, matrix: Matrix, paint: GradientPaint): GradientPaint {
  const back = target.isVector ? undefined : invert(multiply(target.matrix, matrix));
  if (back === undefined) return paint;
  const [x, y] = offCentrePx;
  const aside = translation(back[0] * x + back[2] * y, back[1] * x + back[3] * y);
  return { ...paint, matrix: multiply(aside, paint.matrix) };
}
