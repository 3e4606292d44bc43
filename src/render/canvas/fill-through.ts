import { invert, multiply } from '../geometry/matrix.ts';
import type { GradientPaint } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { recolourAsDiamond } from './diamond.ts';
import { centredGradient } from './gradient.ts';
import { type Marking, plainMarking, setMarking } from './marking.ts';
import {
  closeLayer,
  deviceBox,
  drawLayer,
  openLayer,
  type Painter,
  setMatrix,
  type Target,
} from './target.ts';

/**
 * Fills an area with a gradient that has coordinates of its own: the area in one colour on a layer, the gradient in
 * its place. Told in such coordinates the area's level edges would come back with errors of rounding, and
 * the library draws what is not quite level in quarters of a px.
 */
export function fillThrough(
  painter: Painter,
  target: Target,
  area: Area,
  paint: GradientPaint,
  marking: Marking,
): void {
  const box = deviceBox(target, area.ink, 1);
  const layer = box && openLayer(painter, target, box, 'pixels');
  if (layer === undefined) return;
  const { target: on } = layer;
  setMarking(on, plainMarking);
  setMatrix(on, area.matrix);
  on.context.beginPath();
  area.trace(on.context);
  on.context.fillStyle = '#000';
  on.context.fill(area.rule);
  if (paint.shape === 'DIAMOND') recolourAsDiamond(on, multiply(area.matrix, paint.matrix), paint);
  else if (invert(paint.matrix) !== undefined) recolour(painter, on, area, paint);
  setMarking(target, marking);
  drawLayer(target, layer);
  closeLayer(painter, layer);
}

/** By a layer that is all gradient: in coordinates that are turned the library puts nothing in the place of what is there. */
function recolour(painter: Painter, on: Target, area: Area, paint: GradientPaint): void {
  const colours = openLayer(painter, on, on.box, 'pixels');
  if (colours === undefined) return;
  const { context, box, matrix } = colours.target;
  const gradient = centredGradient(context, paint);
  context.beginPath();
  context.rect(0, 0, box.width, box.height);
  // Keeps the path in its place, as `setTransform` would not.
  context.transform(...multiply(multiply(matrix, area.matrix), gradient.matrix));
  context.fillStyle = gradient.style;
  context.fill();
  setMarking(on, { alpha: 1, composition: 'source-in' });
  drawLayer(on, colours);
  closeLayer(painter, colours);
}
