import { invert, type Matrix, multiply } from '../geometry/matrix.ts';
import type { GradientPaint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { diamondQuarter } from './gradient.ts';
import {
  closeLayer,
  deviceBox,
  drawLayer,
  openLayer,
  type Painter,
  setMatrix,
  type Target,
} from './target.ts';

/** How far from a gradient's centre the box reaches, in the gradient's units. */
function reachOf(target: Target, area: Area, matrix: Matrix): number {
  const box = deviceBox(target, area.ink, 1);
  const back = invert(multiply(target.matrix, matrix));
  if (box === undefined || back === undefined) return 0;
  const { left, top, width, height } = box;
  const [a, b, c, d, e, f] = back;
  const corners = [left, left + width].flatMap((x) =>
    [top, top + height].flatMap((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  return Math.max(...corners.map(Math.abs));
}

/** Draws a diamond on a vector target as four quarters. */
export function drawDiamond(painter: Painter, target: Target, area: Area, paint: GradientPaint): void {
  const box = deviceBox(target, area.ink);
  const matrix = multiply(area.matrix, paint.matrix);
  const reach = reachOf(target, area, matrix);
  const layer = box && reach > 0 ? openLayer(painter, target, box) : undefined;
  if (layer === undefined) return;
  const { context } = layer.target;
  for (const [x, y] of [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ] as const) {
    setMatrix(layer.target, multiply(matrix, [x, 0, 0, y, 0, 0]));
    context.fillStyle = diamondQuarter(context, paint);
    context.fillRect(0, 0, reach, reach);
  }
  drawLayer(target, layer);
  closeLayer(painter, layer);
}
