import type { DeviceBox, Target } from './target.ts';

/** The places at which noise is asked for: the corners of px, in the scene. */
export interface NoiseGrid {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Px of the picture where it begins, counted from the scene's origin. */
  readonly left: number;
  readonly top: number;
}

function places(first: number, last: number, px: number): Float64Array {
  return Float64Array.from({ length: last - first + 1 }, (_, at) => (first + at) / px);
}

/** One place for each px of the picture that a box of the target shows, `margin` px more on each side, however many samples a px has. */
export function noiseGrid(
  { matrix, samples = 1 }: Target,
  { width, height }: DeviceBox,
  margin = 0,
): NoiseGrid {
  const [sx, , , sy, e, f] = matrix;
  const pxOf = (sample: number): number => Math.floor(sample / samples);
  const [left, top] = [pxOf(-e) - margin, pxOf(-f) - margin];
  return {
    left,
    top,
    xs: places(left, pxOf(width - 1 - e) + margin, sx / samples),
    ys: places(top, pxOf(height - 1 - f) + margin, sy / samples),
  };
}
