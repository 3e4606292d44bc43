import type { CanvasGradient } from '@napi-rs/canvas';
import type { Matrix } from '../geometry/matrix.ts';
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
export const radialGradient = (context: Context, { stops }: GradientPaint): CanvasGradient =>
  withStops(context.createRadialGradient(0, 0, 0, 0, 0, 1), stops);

/**
 * Turns the coordinates so that an angular gradient begins on the right: the library begins at the top, whatever
 * angle it is given.
 */
export const fromTheRight: Matrix = [0, 1, -1, 0, 0, 0];

/** A gradient in its own coordinates turned by `fromTheRight`. */
export const angularGradient = (context: Context, { stops }: GradientPaint): CanvasGradient =>
  withStops(context.createConicGradient(0, 0, 0), stopsAround(stops));

/** One quarter of a diamond: the distance is |x| + |y|. */
export const diamondQuarter = (context: Context, { stops }: GradientPaint): CanvasGradient =>
  withStops(context.createLinearGradient(0, 0, 0.5, 0.5), stops);
