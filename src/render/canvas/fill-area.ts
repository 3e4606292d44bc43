import { invert, type Matrix, multiply } from '../geometry/matrix.ts';
import { boundsOfSize, grow, transformBounds } from '../scene/boxes.ts';
import type { GradientPaint, Paint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { compositionOf } from './blend-modes.ts';
import { opaqueCss } from './css-color.ts';
import { drawCut } from './cut-exactly.ts';
import { fillThrough } from './fill-through.ts';
import { centredGradient, diamondQuarter, linearGradient, offCentres } from './gradient.ts';
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

/** Fills an area with a paint. */
export function fillArea(painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): void {
  if (target.isExact !== true || !fillExactly(painter, target, area, paint, marking))
    fillWith(painter, target, area, paint, markingOf(target, paint, marking));
}

/** Covers all with the paint, and cuts that to the area px by px; false where no memory is left for it. */
const fillExactly = (painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): boolean =>
  drawCut(
    painter,
    target,
    { bounds: area.ink, areas: [area] },
    ({ target: on }) => fillWith(painter, on, everywhere(on, area), paint, plainMarking),
    markingOf(target, paint, marking),
  );

/** How a paint is laid down on what is marked so. */
const markingOf = (target: Target, { opacity, blendMode }: Paint, marking: Marking): Marking => ({
  alpha: marking.alpha * opacity,
  composition: compositionOf(target, blendMode, marking.composition),
});

/** An area over all of a target, with the place and size of another one. */
function everywhere(target: Target, area: Area): Area {
  const back = invert(multiply(target.matrix, area.matrix));
  if (back === undefined) return area;
  const { left, top, right, bottom } = transformBounds(grow(boundsOfSize(target.box), 1), back);
  return {
    ...area,
    trace: (context) => context.rect(left, top, right - left, bottom - top),
  };
}

/** Fills an area with a paint, its own opacity and mode left out. */
function fillWith(painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): void {
  const { context } = target;
  const gradient = paint.kind === 'gradient' ? offCentres(target, area.matrix, paint) : undefined;
  if (gradient !== undefined && !target.isVector && !keepsLevel(gradient)) {
    fillThrough(painter, target, area, gradient, marking);
    return;
  }
  const { alpha, composition } = marking;
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
function drawDiamond(painter: Painter, target: Target, area: Area, paint: GradientPaint): void {
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
