import type { Outline } from '../scene/scene.ts';
import { printLines } from './gradients.ts';
import { evenRadius } from './shape-elements.ts';
import { areaFigures } from './shapes.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { printPlacement, stretchOf } from './transforms.ts';
import { type Attribute, nonZero, printElement, printGroup } from './xml.ts';

/** The attributes of a rectangle at the origin that is put in its place by a transform, as frames are. */
function placedRectangle({ matrix, form, size }: Outline): Attribute[] | undefined {
  const radius = form.kind === 'rectangle' ? evenRadius(form, size) : undefined;
  const stretch = stretchOf(matrix);
  if (radius === undefined || (radius > 0 && Math.abs(stretch.x - stretch.y) > 1e-5)) return undefined;
  const corner = nonZero([['rx', radius * stretch.x]]);
  return [['width', size.width * stretch.x], ['height', size.height * stretch.y], ...corner];
}

/** Defines a clip and answers with its id. */
export function defineClip(sheet: SvgSheet, outline: Outline): string {
  const id = sheet.newId('clip');
  sheet.define('clip', printLines(printGroup('clipPath', [['id', id]], clipShapes(outline))));
  return id;
}

function clipShapes(outline: Outline): string[] {
  const rectangle = placedRectangle(outline);
  if (rectangle !== undefined) {
    const place = printPlacement(outline.matrix);
    return [printElement('rect', [...rectangle, ['fill', 'white'], ['transform', place]])];
  }
  return areaFigures(outline).map(({ tag, attributes }) =>
    printElement(tag, [...attributes, ['fill', 'white']]),
  );
}
