import type { SceneShape, Stroke } from '../scene/scene.ts';
import type { Figure } from './shape-elements.ts';
import { isPlainLine } from './strokes.ts';
import type { SvgOptions, SvgSheet } from './svg-sheet.ts';
import { type Attribute, nonZero, printElement, printGroup } from './xml.ts';

/**
 * Whether a stroke is drawn under a mask: one inside or outside of a shape that SVG can't move there, and every one
 * where simple ones were not asked for.
 */
export function isMasked(stroke: Stroke, { svgSimplifyStroke }: SvgOptions): boolean {
  const { align, centre } = stroke;
  if (align === 'CENTER') return false;
  if (centre === undefined) return isPlainLine(stroke) || stroke.unevenSides === true;
  return !svgSimplifyStroke && (centre.form.kind === 'rectangle' || centre.form.kind === 'ellipse');
}

/** A mask that shows one side of an outline, and how it is referred to. */
interface StrokeMask {
  readonly lines: readonly string[];
  readonly url: string;
}

/** `number` counts the drawn elements of the file from 1. */
export function defineStrokeMask(
  sheet: SvgSheet,
  shape: SceneShape,
  stroke: Stroke,
  figures: readonly Figure[],
  number: number,
): StrokeMask {
  const side = stroke.align === 'INSIDE' ? 'inside' : 'outside';
  const id = `path-${number}-${side}-${sheet.next('stroke mask') + 1}_${sheet.suffix}`;
  const shapes = figures.map(({ tag, attributes }) => printElement(tag, attributes));
  const lines = side === 'inside' ? insideMask(id, shapes) : outsideMask(id, shapes, shape, stroke);
  return { lines, url: `url(#${id})` };
}

const insideMask = (id: string, shapes: readonly string[]): string[] =>
  printGroup(
    'mask',
    [
      ['id', id],
      ['fill', 'white'],
    ],
    shapes,
  );

function outsideMask(
  id: string,
  shapes: readonly string[],
  { ink }: SceneShape,
  { weight, align }: Stroke,
): string[] {
  const margin = align === 'CENTER' ? 0 : Math.ceil(weight) - weight;
  const left = ink.left - margin;
  const top = ink.top - margin;
  const place: Attribute[] = [
    ['x', left],
    ['y', top],
    ['width', Math.ceil(ink.right + margin - left)],
    ['height', Math.ceil(ink.bottom + margin - top)],
  ];
  const head: Attribute[] = [['id', id], ['maskUnits', 'userSpaceOnUse'], ...place, ['fill', 'black']];
  const all = printElement('rect', [['fill', 'white'], ...nonZero(place)]);
  return printGroup('mask', head, [all, ...shapes]);
}
