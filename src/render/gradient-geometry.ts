import type { Matrix } from './geometry/matrix.ts';
import type { Color, GradientStop } from './scene/scene.ts';

/**
 * The line of a linear gradient in the area's coordinates. Lines of one colour run along the matrix's second axis;
 * canvas and SVG want the line that crosses them at right angles.
 */
export function gradientLine(matrix: Matrix): readonly [x0: number, y0: number, x1: number, y1: number] {
  const [a, b, c, d, e, f] = matrix;
  const squared = c * c + d * d;
  if (squared === 0) return [e, f, e + a, f + b];
  const share = (a * d - b * c) / squared;
  return [e, f, e + share * d, f - share * c];
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

const mixColors = (from: Color, to: Color, share: number): Color => ({
  r: mix(from.r, to.r, share),
  g: mix(from.g, to.g, share),
  b: mix(from.b, to.b, share),
  a: mix(from.a, to.a, share),
});

/** The stops of an angular gradient from 0 to 1: the last colour runs into the first one across the seam. */
export function stopsAround(stops: readonly GradientStop[]): readonly GradientStop[] {
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return stops;
  const gap = 1 - last.position + first.position;
  const color = gap > 0 ? mixColors(last.color, first.color, (1 - last.position) / gap) : last.color;
  return [
    ...(first.position > 0 ? [{ position: 0, color }] : []),
    ...stops,
    ...(last.position < 1 ? [{ position: 1, color }] : []),
  ];
}
