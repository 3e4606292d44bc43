import type { CanvasGradient } from '@napi-rs/canvas';
import type { Matrix } from '../geometry/matrix.ts';
import type { Color, GradientPaint, GradientStop } from '../scene/scene.ts';
import { cssOf } from './css-color.ts';
import type { Target } from './target.ts';

type Context = Target['context'];

function withStops(gradient: CanvasGradient, stops: readonly GradientStop[]): CanvasGradient {
  for (const { position, color } of stops) gradient.addColorStop(position, cssOf(color));
  return gradient;
}

/**
 * The line of a linear gradient in the area's coordinates. Lines of one colour run along the matrix's second axis;
 * the canvas wants the line that crosses them at right angles.
 */
export function gradientLine(matrix: Matrix): readonly [x0: number, y0: number, x1: number, y1: number] {
  const [a, b, c, d, e, f] = matrix;
  const squared = c * c + d * d;
  if (squared === 0) return [e, f, e + a, f + b];
  const share = (a * d - b * c) / squared;
  return [e, f, e + share * d, f - share * c];
}

export const linearGradient = (context: Context, { matrix, stops }: GradientPaint): CanvasGradient =>
  withStops(context.createLinearGradient(...gradientLine(matrix)), stops);

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

const mixColors = (from: Color, to: Color, share: number): Color => ({
  r: mix(from.r, to.r, share),
  g: mix(from.g, to.g, share),
  b: mix(from.b, to.b, share),
  a: mix(from.a, to.a, share),
});

/** The last colour of an angular gradient runs into its first one across the seam. */
export function stopsAround(stops: readonly GradientStop[]): readonly GradientStop[] {
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return stops;
  const gap = 1 - last.position + first.position;
  if (gap <= 0) return stops;
  const color = mixColors(last.color, first.color, (1 - last.position) / gap);
  return [{ position: 0, color }, ...stops, { position: 1, color }];
}

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
