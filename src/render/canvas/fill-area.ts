import { applyToPoint, invert, type Matrix, multiply } from '../geometry/matrix.ts';
import { boundsOfSize, grow, intersect, transformBounds } from '../scene/boxes.ts';
import type { GradientPaint, Paint } from '../scene/scene.ts';
import { type Area, formArea } from './area.ts';
import { compositionOf } from './blend-modes.ts';
import { opaqueCss } from './css-color.ts';
import { drawCut } from './cut-exactly.ts';
import { drawDiamond } from './diamond-quarters.ts';
import { fillThrough } from './fill-through.ts';
import { centredGradient, linearGradient, offCentres } from './gradient.ts';
import { drawImagePaint } from './image-paint.ts';
import { type Marking, plainMarking, setMarking } from './marking.ts';
import { drawPatternPaint } from './pattern-paint.ts';
import {
  closeLayer,
  type DeviceBox,
  deviceBox,
  drawLayer,
  isInSight,
  openLayer,
  type Painter,
  setMatrix,
  type Target,
} from './target.ts';
import { type ImageOutline, turnedImage } from './turned-images.ts';
import { isWholeAllowed, spendWhole } from './whole-box.ts';

/** Fills an area with a paint. */
export function fillArea(painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): void {
  if (!target.isExact || !fillExactly(painter, target, area, paint, marking))
    fillWith(painter, target, area, paint, markingOf(target, paint, marking));
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

/** Covers all with the paint, and cuts that to the area px by px; false where no memory is left for it. */
const fillExactly = (painter: Painter, target: Target, area: Area, paint: Paint, marking: Marking): boolean =>
  drawCut(
    painter,
    target,
    { bounds: area.ink, areas: [area] },
    ({ target: on }) => coverWith(painter, on, area, paint),
    markingOf(target, paint, marking),
  );

/**
 * Covers all of an empty target with a paint: as a whole with an image that has edges of its own in there, so that these
 * are drawn alike in every tile.
 */
export function coverWith(painter: Painter, target: Target, area: Area, paint: Paint): void {
  const cover = (on: Target, place = area): void =>
    fillWith(painter, on, everywhere(on, place), paint, plainMarking);
  const image = turnedImage(painter, paint, area);
  const box = image && layerBoxOf(painter, target, area, image);
  const whole = box && openLayer(painter, target, box, 'pixels');
  if (whole === undefined) {
    if (image === undefined || !coverToEdges(painter, target, area, image, cover)) cover(target);
    return;
  }
  spendWhole(painter, whole);
  cover(whole.target);
  setMarking(target, plainMarking);
  drawLayer(target, whole);
  closeLayer(painter, whole);
}

/** How far beyond its edges an image is drawn that is cut at these, in px. */
const beyondPx = 2;

/** Cuts an image at its edges px by px: over a copy that is larger, which shows through where the library draws these. */
function coverToEdges(
  painter: Painter,
  target: Target,
  area: Area,
  image: ImageOutline,
  cover: (on: Target, place?: Area) => void,
): boolean {
  const ink = intersect(area.ink, transformBounds(boundsOfSize(image.size), image.matrix));
  const areas = [formArea({ ...image, x: 0, y: 0 }, { ...image, ink })];
  const larger = { ...area, matrix: multiply(grownFrom(target, image), area.matrix) };
  return drawCut(painter, target, { bounds: ink, areas }, ({ target: on }) => {
    cover(on, larger);
    cover(on);
  });
}

/** In the scene: what makes an image larger from its middle. */
function grownFrom({ scale }: Target, { matrix, size: { width, height } }: ImageOutline): Matrix {
  const [x, y] = applyToPoint(matrix, [width / 2, height / 2]);
  const [a, b, c, d] = matrix;
  const shortest = Math.min(width * Math.hypot(a, b), height * Math.hypot(c, d));
  const by = 1 + (2 * beyondPx) / (scale * shortest);
  return [by, 0, 0, by, x - by * x, y - by * y];
}

/** The box of all that an area shows of an image; undefined where that is too large, or out of sight. */
function layerBoxOf(
  painter: Painter,
  target: Target,
  { ink }: Area,
  { matrix, size }: ImageOutline,
): DeviceBox | undefined {
  const shown = intersect(ink, transformBounds(boundsOfSize(size), matrix));
  const box = isInSight(target, shown, 1) ? deviceBox(target, shown, 1, Infinity) : undefined;
  return box && isWholeAllowed(painter, box) ? box : undefined;
}

/** How a paint is laid down on what is marked so. */
export const markingOf = (target: Target, { opacity, blendMode }: Paint, marking: Marking): Marking => ({
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
