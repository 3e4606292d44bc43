import { type Matrix, multiply, scaling, translation } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import type { PatternPaint } from '../scene/scene.ts';
import { printLines } from './gradients.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { printMatrix } from './transforms.ts';
import { type Attribute, printGroup } from './xml.ts';

const shares = { START: 0, CENTER: 0.5, END: 1 } as const;

/** What is repeated, in px of the tile: one tile with the space after it; two of them where rows are shifted. */
interface Cell {
  readonly size: Size;
  /** Where tiles stand in it, those that reach over its edge once on each side. */
  readonly places: readonly (readonly [x: number, y: number])[];
}

function cellOf({ tile, tileType, spacing, scalingFactor }: PatternPaint): Cell {
  const width = tile.size.width + spacing.x / scalingFactor;
  const height = tile.size.height + spacing.y / scalingFactor;
  if (tileType === 'HORIZONTAL_HEXAGONAL') {
    const shifted = [-width / 2, width / 2].map((x) => [x, height] as const);
    return { size: { width, height: 2 * height }, places: [[0, 0], ...shifted] };
  }
  if (tileType === 'VERTICAL_HEXAGONAL') {
    const shifted = [-height / 2, height / 2].map((y) => [width, y] as const);
    return { size: { width: 2 * width, height }, places: [[0, 0], ...shifted] };
  }
  return { size: { width, height }, places: [[0, 0]] };
}

/** From the tile's px to the filled shape's own: one tile stands at the chosen side of the box. */
function tileMatrix(paint: PatternPaint, box: Size): Matrix {
  const { tile, scalingFactor } = paint;
  const x = (box.width - tile.size.width * scalingFactor) * shares[paint.horizontalAlignment];
  const y = (box.height - tile.size.height * scalingFactor) * shares[paint.verticalAlignment];
  return multiply(translation(x, y), scaling(scalingFactor));
}

/**
 * Defines the pattern that repeats another node; undefined where it has no size. No export of the original is known
 * that shows one, so this is plain SVG.
 */
export function definePattern(
  sheet: SvgSheet,
  paint: PatternPaint,
  toUser: Matrix,
  box: Size,
): string | undefined {
  const { size, places } = cellOf(paint);
  if (!(size.width > 0 && size.height > 0 && paint.scalingFactor > 0)) return undefined;
  const id = sheet.newId('pattern');
  const content = sheet.writeItems(paint.tile.items);
  const attributes: Attribute[] = [
    ['id', id],
    ['patternUnits', 'userSpaceOnUse'],
    ['width', size.width],
    ['height', size.height],
    ['patternTransform', printMatrix(multiply(toUser, tileMatrix(paint, box)))],
  ];
  sheet.define('pattern', printLines(printGroup('pattern', attributes, copies(id, places, content))));
  return id;
}

/** The content where it is drawn first, and uses of it at the other places. */
function copies(id: string, places: Cell['places'], content: readonly string[]): readonly string[] {
  const [, ...others] = places;
  if (others.length === 0) return content;
  const tileId = `${id}_tile`;
  const uses = others.map(([x, y]) => `<use xlink:href="#${tileId}" transform="translate(${x} ${y})"/>`);
  return [...printGroup('g', [['id', tileId]], content), ...uses];
}
