import { formatNumber } from '../geometry/print-path.ts';
import type { Outline, Stroke } from '../scene/scene.ts';
import { type Figure, figureOf, linePathFigure } from './shape-elements.ts';
import type { Attribute } from './xml.ts';

const caps: Readonly<Record<string, string>> = { ROUND: 'round', SQUARE: 'square' };
const joins: Readonly<Record<string, string>> = { ROUND: 'round', BEVEL: 'bevel' };

/** SVG's own limit, which the original's usual angle comes to. */
const usualMiterLimit = 4;

/** Whether SVG can draw the line itself: equally wide all along, with ends that it knows. */
export const isPlainLine = ({ cap, endCap, unevenSides }: Stroke): boolean =>
  unevenSides !== true && cap === endCap && (cap === 'NONE' || cap in caps);

/**
 * How a line is drawn, but for its paint: what is not said is SVG's default. `scale` is that of the element's
 * coordinates, `widening` how much wider than its weight the line is.
 */
export function strokeAttributes(stroke: Stroke, scale: number, widening = 1): Attribute[] {
  const { weight, miterLimit, cap, join, dashes } = stroke;
  const width = weight * scale * widening;
  const isUsual = join !== 'MITER' || Math.abs(miterLimit - usualMiterLimit) < 0.01;
  const printed = dashes.map((dash) => formatNumber(dash * scale));
  return [
    ['stroke-width', formatNumber(width) === '1' ? undefined : width],
    ['stroke-miterlimit', isUsual ? undefined : Math.max(1, miterLimit)],
    ['stroke-linecap', caps[cap]],
    ['stroke-linejoin', joins[join]],
    ['stroke-dasharray', printed.length > 0 ? printed.join(' ') : undefined],
  ];
}

/** The figure along which a stroke runs; undefined where only its area tells. */
export function centreFigure({ matrix }: Outline, { centre }: Stroke): Figure | undefined {
  if (centre === undefined) return undefined;
  const { form } = centre;
  return form.kind === 'path'
    ? linePathFigure(matrix, centre.path)
    : figureOf(matrix, form, centre, () => centre.path);
}
