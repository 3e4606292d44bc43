import { invert, type Matrix, multiply } from '../geometry/matrix.ts';
import type { GradientPaint, Paint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { compositionOf } from './blend-modes.ts';
import { opaqueCss } from './css-color.ts';
import { angularGradient, diamondQuarter, fromTheRight, linearGradient, radialGradient } from './gradient.ts';
import { drawImagePaint } from './image-paint.ts';
import { drawPatternPaint } from './pattern-paint.ts';
import {
  closeLayer,
  deviceBox,
  drawLayer,
  openLayer,
  type Painter,
  setMatrix,
  type Target,
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
  context.globalAlpha = paint.kind === 'solid' ? alpha * paint.color.a : alpha;
  context.globalCompositeOperation = compositionOf(target, paint.blendMode, marking.composition);
  setMatrix(target, area.matrix);
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

/** The path is the context's already: `transform` keeps it in its place, where `setTransform` would take it along. */
function fillWithGradient(painter: Painter, target: Target, area: Area, paint: GradientPaint): void {
  const { context } = target;
  if (paint.shape === 'DIAMOND') {
    context.save();
    context.clip(area.rule);
    drawDiamond(painter, target, area, paint);
    context.restore();
    return;
  }
  if (paint.shape === 'LINEAR') {
    context.fillStyle = linearGradient(context, paint);
  } else if (invert(paint.matrix) !== undefined) {
    context.transform(...paint.matrix);
    if (paint.shape === 'ANGULAR') context.transform(...fromTheRight);
    context.fillStyle =
      paint.shape === 'RADIAL' ? radialGradient(context, paint) : angularGradient(context, paint);
  }
  context.fill(area.rule);
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
    setMatrix(layer.target, multiply(matrix, [x, 0, 0, y, 0, 0]));
    context.fillStyle = diamondQuarter(context, paint);
    context.fillRect(0, 0, reach, reach);
  }
  drawLayer(target, layer);
  closeLayer(painter, layer);
}
