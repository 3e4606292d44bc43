import type { Bounds } from '../geometry/bounds.ts';
import { multiply, scaling } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import { wholeUp } from '../picture-size.ts';
import { createOutline } from '../scene/outline.ts';
import type { Outline, Scene, SceneItem, Stroke } from '../scene/scene.ts';

/** A picture on whole px. */
export interface FittedPicture {
  readonly size: Size;
  readonly items: readonly SceneItem[];
}

/** Less than this is the error of our own sums; the original stretches by a tenth of a thousandth of a px too. */
const slack = 1e-5;

/**
 * Stretches a picture evenly until it fills whole px in one direction, as the original's SVG exports do. Lines keep
 * their widths.
 */
export function fitPicture({ size, items }: Pick<Scene, 'size' | 'items'>): FittedPicture {
  const whole = { width: wholeUp(size.width), height: wholeUp(size.height) };
  const factor = Math.min(whole.width / size.width, whole.height / size.height);
  const isWhole = Math.abs(factor - 1) * Math.max(whole.width, whole.height) < slack;
  const fits = isWhole || !Number.isFinite(factor);
  return { size: whole, items: fits ? items : items.map((item) => fitItem(item, factor)) };
}

const fitBounds = ({ left, top, right, bottom }: Bounds, factor: number): Bounds => ({
  left: left * factor,
  top: top * factor,
  right: right * factor,
  bottom: bottom * factor,
});

const fitOutline = (outline: Outline, factor: number): Outline =>
  createOutline(multiply(scaling(factor), outline.matrix), outline.form, outline.size, () => outline.areas);

const fitStroke = (stroke: Stroke, factor: number): Stroke => ({
  ...stroke,
  weight: stroke.weight / factor,
  dashes: stroke.dashes.map((dash) => dash / factor),
});

function fitItem(item: SceneItem, factor: number): SceneItem {
  const places = { ink: fitBounds(item.ink, factor), bounds: fitBounds(item.bounds, factor) };
  const stroke = 'stroke' in item && item.stroke ? { stroke: fitStroke(item.stroke, factor) } : {};
  if (item.kind === 'text')
    return { ...item, ...places, ...stroke, matrix: multiply(scaling(factor), item.matrix) };
  if (item.kind === 'shape')
    return { ...item, ...places, ...stroke, outline: fitOutline(item.outline, factor) };
  const children = item.children.map((child) => fitItem(child, factor));
  if (item.kind === 'masked') return { ...item, ...places, children, mask: fitItem(item.mask, factor) };
  return { ...item, ...places, children, ...(item.clip && { clip: fitOutline(item.clip, factor) }) };
}
