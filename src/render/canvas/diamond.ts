import { invert, type Matrix, multiply } from '../geometry/matrix.ts';
import type { Color, GradientPaint, GradientStop } from '../scene/scene.ts';
import type { Target } from './target.ts';

const byte = (from: number, to: number, share: number): number => 255 * (from + (to - from) * share);

/** The colours of a gradient: writes that of a place into RGBA, its alpha times what is there. */
function colouring(stops: readonly GradientStop[], bytes: Uint8ClampedArray) {
  const mix = (at: number, from: Color, to: Color, share: number): void => {
    bytes[at] = byte(from.r, to.r, share);
    bytes[at + 1] = byte(from.g, to.g, share);
    bytes[at + 2] = byte(from.b, to.b, share);
    bytes[at + 3] = bytes[at + 3]! * (from.a + (to.a - from.a) * share);
  };
  return (at: number, place: number): void => {
    let next = 0;
    while (next < stops.length && stops[next]!.position <= place) next += 1;
    const after = stops[Math.min(next, stops.length - 1)]!;
    const before = stops[Math.max(0, next - 1)]!;
    const gap = after.position - before.position;
    mix(at, before.color, after.color, gap > 0 ? (place - before.position) / gap : 0);
  };
}

/**
 * Gives all that was drawn the colours of a diamond, px by px: the library knows none, and the edges at which four
 * quarters of one meet it draws otherwise from canvas to canvas.
 *
 * @param matrix From the gradient's own coordinates to the scene
 */
export function recolourAsDiamond(target: Target, matrix: Matrix, { stops }: GradientPaint): void {
  const { context, box } = target;
  const back = invert(multiply(target.matrix, matrix));
  if (back === undefined) return;
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = back;
  const image = context.getImageData(0, 0, box.width, box.height);
  const colour = colouring(stops, image.data);
  for (let at = 0, y = 0.5; y < box.height; y += 1)
    for (let x = 0.5; x < box.width; x += 1, at += 4)
      if (image.data[at + 3]! > 0) colour(at, Math.abs(a * x + c * y + e) + Math.abs(b * x + d * y + f));
  context.putImageData(image, 0, 0);
}
