import { invert } from '../geometry/matrix.ts';
import type { Path } from '../geometry/path.ts';
import { combine } from '../geometry/skia-path.ts';
import { strokeBand } from '../geometry/stroke.ts';
import { transformBounds } from '../scene/boxes.ts';
import type { Outline, Paint, SceneGroup, SceneItem, SceneShape, Stroke } from '../scene/scene.ts';
import { type Area, areasOf, formArea, pathArea } from './area.ts';
import { grownForm, plainFormOf } from './trace-outline.ts';
import { isWithin } from './within-outline.ts';

/** Paths of more coordinates cast their shadow without spread: growing them would take too long. */
const mostCoordsToGrow = 20_000;

/** How far a stroke reaches beyond the outline. */
const outerReach = ({ align, weight }: Stroke): number =>
  align === 'INSIDE' ? 0 : align === 'CENTER' ? weight / 2 : weight;

const fillsOutline = (paint: Paint): boolean => paint.kind === 'solid' || paint.kind === 'gradient';

/** A path larger by that much on each side; smaller where it is negative. */
function grownPath(path: Path, by: number): Path {
  if (by === 0 || path.coords.length > mostCoordsToGrow) return path;
  const band = strokeBand(path, { weight: 2 * Math.abs(by), join: 'MITER' });
  return combine(by > 0 ? 'UNION' : 'SUBTRACT', [path, band]);
}

/** The one area that a shape casts its shadow by, as if it were opaque, larger by `spread`. */
function areaOfShape({ outline, stroke, fills, ink }: SceneShape, spread: number): Area | undefined {
  if (!fills.some(fillsOutline)) return undefined;
  const outer = stroke === undefined ? 0 : outerReach(stroke);
  const place = { matrix: outline.matrix, size: outline.size, ink };
  const form = plainFormOf(outline);
  const isPlainStroke = stroke === undefined || stroke.centre !== undefined;
  if (form !== undefined && (outer === 0 || (isPlainStroke && stroke?.dashes.length === 0)))
    return formArea(grownForm(form, outer + spread), place);
  const areas = areasOf(outline, ink);
  const [path, another] = outline.areas;
  if (outer > 0 || areas.length !== 1 || path === undefined || another !== undefined) return undefined;
  return pathArea(grownPath(path, spread), place);
}

/** Whether an outline is the very one of a shape: a frame's background is as large as what cuts its children. */
const isOutlineOf = ({ outline }: SceneShape, other: Outline): boolean =>
  other.form === outline.form && other.matrix.every((value, at) => value === outline.matrix[at]);

/** The background of a frame that hides or cuts off all else that the frame could cast a shadow by. */
function backgroundOf({ children, clip }: SceneGroup): SceneShape | undefined {
  const [first, ...others] = children;
  if (first?.kind === 'group' && first.effects.length === 0 && first.opacity === 1) {
    const back = first.clip && backgroundOf(first);
    return back && others.every((other) => liesOn(other, back)) ? back : undefined;
  }
  if (first?.kind !== 'shape' || first.opacity < 1) return undefined;
  const isBack =
    clip === undefined ? others.every((other) => liesOn(other, first)) : isOutlineOf(first, clip);
  return isBack ? first : undefined;
}

/** Whether a shape has the very outline of another and stays within it, as the stroke over a frame does. */
const coincides = ({ outline, stroke }: SceneShape, other: SceneShape): boolean =>
  (stroke === undefined || stroke.align === 'INSIDE') &&
  outline.size.width === other.outline.size.width &&
  outline.size.height === other.outline.size.height &&
  outline.matrix.every((value, at) => value === other.outline.matrix[at]);

function liesOn(item: SceneItem, back: SceneShape): boolean {
  if (item.kind === 'shape' && coincides(item, back)) return true;
  const inverse = invert(back.outline.matrix);
  return inverse !== undefined && isWithin(transformBounds(item.bounds, inverse), back.outline);
}

const shapeOf = (item: SceneItem): SceneShape | undefined =>
  item.kind === 'shape' ? item : item.kind === 'group' ? backgroundOf(item) : undefined;

/**
 * The one area that an item casts its shadow by, where one is enough: a shape's own, or that of a frame's background
 * where nothing reaches out of it.
 */
export function castingArea(item: SceneItem, spread: number): Area | undefined {
  const shape = shapeOf(item);
  return shape && areaOfShape(shape, spread);
}

/** The shape that has that area. */
export function castingShape(item: SceneItem, spread: number): SceneShape | undefined {
  const shape = shapeOf(item);
  return shape && areaOfShape(shape, spread) && shape;
}

/** Whether an item hides whatever lies under its own area. */
export const isOpaque = (item: SceneItem): boolean =>
  shapeOf(item)?.fills.some((paint) => paint.kind === 'solid' && paint.color.a * paint.opacity === 1) ??
  false;
