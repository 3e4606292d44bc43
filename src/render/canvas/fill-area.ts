import { invert, type Matrix, multiply } from '../geometry/matrix.ts';
import type { GradientPaint, Paint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { compositions } from './blend-modes.ts';
import { opaqueCss } from './css-color.ts';
import { angularGradient, diamondQuarter, linearGradient, radialGradient } from './gradient.ts';
import { drawImagePaint } from './image-paint.ts';
import { drawPatternPaint } from './pattern-paint.ts';
import {
  closeLayer,
  deviceBox,
  drawLayer,
  openLayer,
  type Painter,
  type Target,
  useMatrix,
} from './target.ts';

/** How strongly and by which composition marks are laid down. */
export interface Marking {
  readonly alpha: number;
  readonly composition: Target['context']['globalCompositeOperation'];
}

export const plainMarking: Marking = { alpha: 1, composition: 'source-over' };

/** Fills an area with a paint. */
export function fillArea(painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): void {
  const { context } = target;
  const alpha = marking.alpha * paint.opacity;
  const own = compositions[paint.blendMode];
  context.globalAlpha = paint.kind === 'solid' ? alpha * paint.color.a : alpha;
  context.globalCompositeOperation = own === 'source-over' ? marking.composition : own;
  useMatrix(target, area.matrix);
  context.beginPath();
  area.trace(context);
  if (paint.kind === 'solid') {
    context.fillStyle = opaqueCss(paint.color);
    context.fill(area.rule);
  } else if (paint.kind === 'gradient') {
    fillWithGradient(painter, target, area, paint);
  } else {
    context.save();
    context.clip(area.rule);
    if (paint.kind === 'image') drawImagePaint(painter, target, area, paint);
    else drawPatternPaint(painter, target, area, paint);
    context.restore();
  }
}

/** The path is the context's already. It follows the coordinates until it is filled, so those of others need a clip. */
function fillWithGradient(painter: Painter, target: Target, area: Area, paint: GradientPaint): void {
  const { context } = target;
  if (paint.shape === 'LINEAR') {
    context.fillStyle = linearGradient(context, paint);
    context.fill(area.rule);
    return;
  }
  context.save();
  context.clip(area.rule);
  if (paint.shape === 'DIAMOND') drawDiamond(painter, target, area, paint);
  else drawRound(target, area, paint);
  context.restore();
}

/** Draws a radial or angular gradient in its own coordinates, as far as the area reaches. */
function drawRound(target: Target, area: Area, paint: GradientPaint): void {
  const { context } = target;
  const matrix = multiply(area.matrix, paint.matrix);
  const reach = reachOf(target, area, matrix);
  useMatrix(target, matrix);
  context.fillStyle =
    paint.shape === 'RADIAL' ? radialGradient(context, paint) : angularGradient(context, paint);
  context.fillRect(-reach, -reach, 2 * reach, 2 * reach);
}

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

/**
 * Draws a diamond as four quarters. They are added up in a layer: where two meet in a pixel, their shares make one
 * whole, and no seam is seen.
 */
function drawDiamond(painter: Painter, target: Target, area: Area, paint: GradientPaint): void {
  const box = deviceBox(target, area.ink);
  const matrix = multiply(area.matrix, paint.matrix);
  const reach = reachOf(target, area, matrix);
  const layer = box && reach > 0 ? openLayer(painter, target, box) : undefined;
  if (layer === undefined) return;
  const { context } = layer.target;
  context.globalCompositeOperation = target.isVector ? 'source-over' : 'lighter';
  for (const [x, y] of [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ] as const) {
    useMatrix(layer.target, multiply(matrix, [x, 0, 0, y, 0, 0]));
    context.fillStyle = diamondQuarter(context, paint);
    context.fillRect(0, 0, reach, reach);
  }
  drawLayer(target, layer);
  closeLayer(painter, layer);
}
