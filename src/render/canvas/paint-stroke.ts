import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Bounds } from '../geometry/bounds.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import type { Paint, Stroke, StrokeCentre } from '../scene/scene.ts';
import { pathArea } from './area.ts';
import { compositionOf } from './blend-modes.ts';
import { opaqueCss } from './css-color.ts';
import { fillArea } from './fill-area.ts';
import { linearGradient, offCentres } from './gradient.ts';
import type { Marking } from './marking.ts';
import { type Painter, setMatrix, type Target } from './target.ts';
import { plainFormOf, traceForm, tracePath } from './trace-outline.ts';

const caps = { NONE: 'butt', ROUND: 'round', SQUARE: 'square' } as const;
const joins = { MITER: 'miter', BEVEL: 'bevel', ROUND: 'round' } as const;

/** What a stroke stands on. */
export interface StrokePlace {
  readonly matrix: Matrix;
  readonly size: Size;
  readonly ink: Bounds;
}

/** Draws the paints of a stroke: along its centre where that says it all, else into its band. */
export function paintStroke(
  painter: Painter,
  target: Target,
  place: StrokePlace,
  stroke: Stroke,
  marking: Marking,
): void {
  const centre = stroke.fitsDashes || target.isExact ? undefined : stroke.centre;
  for (const paint of stroke.paints) {
    const style = centre && strokeStyleOf(target, place.matrix, paint);
    if (centre === undefined || style === undefined) {
      fillArea(painter, target, pathArea(stroke.bands.cut, place), paint, marking);
      continue;
    }
    const { context } = target;
    context.globalAlpha = marking.alpha * paint.opacity * (paint.kind === 'solid' ? paint.color.a : 1);
    context.globalCompositeOperation = compositionOf(target, paint.blendMode, marking.composition);
    context.strokeStyle = style;
    setMatrix(target, place.matrix);
    strokeAlong(context, stroke, centre);
  }
}

/** Paints that need coordinates of their own can't be drawn along a line. */
function strokeStyleOf(
  target: Target,
  matrix: Matrix,
  paint: Paint,
): SKRSContext2D['strokeStyle'] | undefined {
  if (paint.kind === 'solid') return opaqueCss(paint.color);
  if (paint.kind !== 'gradient' || paint.shape !== 'LINEAR') return undefined;
  return linearGradient(target.context, offCentres(target, matrix, paint));
}

function strokeAlong(context: SKRSContext2D, stroke: Stroke, centre: StrokeCentre): void {
  context.lineWidth = stroke.weight;
  context.lineJoin = joins[stroke.join];
  context.lineCap = caps[stroke.cap as keyof typeof caps] ?? 'butt';
  context.miterLimit = stroke.miterLimit;
  context.setLineDash([...stroke.dashes]);
  context.beginPath();
  traceCentre(context, centre);
  context.stroke();
}

function traceCentre(context: SKRSContext2D, centre: StrokeCentre): void {
  const form = plainFormOf(centre);
  if (form !== undefined) traceForm(context, { ...form, x: centre.x, y: centre.y });
  else tracePath(context, centre.path);
}
