import { invert } from '../geometry/matrix.ts';
import type { GradientPaint, Paint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { opaqueCss } from './css-color.ts';
import { drawDiamond } from './diamond-quarters.ts';
import { fillThrough } from './fill-through.ts';
import { centredGradient, linearGradient, offCentres } from './gradient.ts';
import { drawImagePaint } from './image-paint.ts';
import { type Marking, plainMarking, setMarking } from './marking.ts';
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

/** Fills an area with a paint, its own opacity and mode left out. */
export function fillWith(painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): void {
  const { context } = target;
  const gradient = paint.kind === 'gradient' ? offCentres(target, area.matrix, paint) : undefined;
  if (gradient !== undefined && !target.isVector && !keepsLevel(gradient)) {
    fillThrough(painter, target, area, gradient, marking);
    return;
  }
  const { alpha, composition } = marking;
  if (paint.kind !== 'solid' && composition !== 'source-over' && !target.isVector) {
    fillApart(painter, target, area, paint, marking);
    return;
  }
  setMarking(target, {
    alpha: paint.kind === 'solid' ? alpha * paint.color.a : alpha,
    composition,
  });
  setMatrix(target, area.matrix);
  context.beginPath();
  area.trace(context);
  if (paint.kind === 'solid') {
    context.fillStyle = opaqueCss(paint.color);
    context.fill(area.rule);
  } else if (gradient !== undefined) {
    fillWithGradient(painter, target, area, gradient);
  } else {
    context.save();
    context.clip(area.rule);
    if (paint.kind === 'image') drawImagePaint(painter, target, area, paint);
    else if (paint.kind === 'pattern') drawPatternPaint(painter, target, area, paint);
    context.restore();
  }
}

/**
 * Fills an area on a layer and lays that down, as where its edges are counted: a mode makes much of the fractions of a
 * level that a paint is rounded by on a layer, and not where it blends at once.
 */
function fillApart(painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): void {
  const box = deviceBox(target, area.ink, 1);
  const layer = box && openLayer(painter, target, box, 'pixels');
  if (layer === undefined) return;
  fillWith(painter, layer.target, area, paint, plainMarking);
  setMarking(target, marking);
  drawLayer(target, layer);
  closeLayer(painter, layer);
}

/** Whether an area can be told in a gradient's own coordinates, without an error in its level edges. */
function keepsLevel({ shape, matrix: { 0: a, 1: b, 2: c, 3: d } }: GradientPaint): boolean {
  if (shape === 'DIAMOND') return false;
  return shape === 'LINEAR' || (b === 0 && c === 0) || (a === 0 && d === 0);
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
    const { style, matrix } = centredGradient(context, paint);
    context.transform(...matrix);
    context.fillStyle = style;
  }
  context.fill(area.rule);
}
