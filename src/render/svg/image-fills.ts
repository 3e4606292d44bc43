import { type Bounds, boundsOf } from '../geometry/bounds.ts';
import { invert, type Matrix, multiply, scaling, transformPath, translation } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import { imageKeyOf, type SceneImage } from '../images.ts';
import type { ImagePaint, Outline } from '../scene/scene.ts';
import { printLines } from './gradients.ts';
import type { Figure } from './shape-elements.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { printCrop, printMatrix, printScale } from './transforms.ts';
import { type Attribute, printElement, printGroup } from './xml.ts';

/** An image on the shape it fills: px of the image to px of the shape's box, and the box of one repetition. */
interface PlacedImage {
  readonly matrix: Matrix;
  readonly tile?: Size;
}

const quarterTurns: Readonly<Record<number, (size: Size) => Matrix>> = {
  90: ({ height }) => [0, 1, -1, 0, height, 0],
  180: ({ width, height }) => [-1, 0, 0, -1, width, height],
  270: ({ width }) => [0, -1, 1, 0, 0, width],
};

const turnOf = (rotation: number): number => (((Math.round(rotation / 90) * 90) % 360) + 360) % 360;

function placeImage(paint: ImagePaint, image: Size, box: Size): PlacedImage | undefined {
  if (paint.scaleMode === 'STRETCH') return placeCrop(paint, image, box);
  const turn = turnOf(paint.rotation);
  const turned = turn % 180 === 0 ? image : { width: image.height, height: image.width };
  const turnMatrix = quarterTurns[turn]?.(image) ?? scaling(1);
  if (paint.scaleMode === 'TILE') {
    const factor = paint.scalingFactor;
    const tile = { width: turned.width * factor, height: turned.height * factor };
    return { matrix: multiply(scaling(factor), turnMatrix), tile };
  }
  const shares = [box.width / turned.width, box.height / turned.height];
  const factor = paint.scaleMode === 'FILL' ? Math.max(...shares) : Math.min(...shares);
  const left = (box.width - turned.width * factor) / 2;
  const top = (box.height - turned.height * factor) / 2;
  return { matrix: multiply([factor, 0, 0, factor, left, top], turnMatrix) };
}

function placeCrop({ imageTransform }: ImagePaint, image: Size, box: Size): PlacedImage | undefined {
  const toBox = imageTransform === undefined ? scaling(1) : invert(imageTransform);
  if (toBox === undefined) return undefined;
  const unit = scaling(1 / image.width, 1 / image.height);
  return { matrix: multiply(scaling(box.width, box.height), multiply(toBox, unit)) };
}

/** What SVG takes for the box of an element: without its stroke, in the coordinates its paints are read in. */
function boxInUser({ box, toUser }: Figure, outline: Outline): Bounds | undefined {
  if (box !== undefined) {
    const { left, top, right, bottom } = box;
    const [a, , , d, e, f] = toUser;
    return { left: left * a + e, top: top * d + f, right: right * a + e, bottom: bottom * d + f };
  }
  const [area] = outline.areas;
  return area && boundsOf(transformPath(area, toUser));
}

function printUse(matrix: Matrix, { scaleMode }: ImagePaint): string {
  const [a, b, c, d, x, y] = matrix;
  if (b === 0 && c === 0 && Math.abs(x) < 1e-9 && Math.abs(y) < 1e-9) return printScale(a, d);
  return scaleMode === 'STRETCH' ? printCrop(matrix) : printMatrix(matrix);
}

/** Defines the pattern that fills a figure with an image; undefined where there is none to be drawn. */
export function defineImagePattern(
  sheet: SvgSheet,
  paint: ImagePaint,
  figure: Figure,
  outline: Outline,
): string | undefined {
  const key = imageKeyOf(paint);
  const image: SceneImage | undefined = sheet.images.get(key);
  const placed = image && placeImage(paint, image, outline.size);
  const box = boxInUser(figure, outline);
  if (placed === undefined || box === undefined) return undefined;
  const imageId = sheet.imageId(key);
  const pattern = placed.tile && isTurned(figure) ? inUserSpace : inBox;
  const id = sheet.newId('pattern');
  const [attributes, transform] = pattern(paint, placed, box, figure.toUser);
  const use = printElement('use', [
    ['xlink:href', `#${imageId}`],
    ['transform', transform],
  ]);
  sheet.define('pattern', printLines(printGroup('pattern', [['id', id], ...attributes], [use])));
  return id;
}

/** Whether the box that SVG reckons with is not the shape's own. */
const isTurned = ({ toUser: [a, b, c, d], box }: Figure): boolean =>
  box === undefined && !(b === 0 && c === 0 && a > 0 && d > 0);

type Pattern = readonly [attributes: readonly Attribute[], useTransform: string];

/** The usual way: everything in shares of the element's box. */
function inBox(paint: ImagePaint, { matrix, tile }: PlacedImage, box: Bounds, toUser: Matrix): Pattern {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const toBox = multiply(scaling(1 / width, 1 / height), translation(-box.left, -box.top));
  const inShares = multiply(toBox, multiply(toUser, matrix));
  const [a, , , d, e, f] = multiply(toBox, toUser);
  const units: Attribute[] = [['patternContentUnits', 'objectBoundingBox']];
  if (tile === undefined) {
    units.push(['width', 1], ['height', 1]);
    return [units, printUse(inShares, paint)];
  }
  const moved = ([x, share]: readonly ['x' | 'y', number]): Attribute[] =>
    Math.abs(share) > 1e-9 ? [[x, share]] : [];
  const places: Attribute[] = [...moved(['x', e]), ...moved(['y', f])];
  const size: Attribute[] = [
    ['width', tile.width * a],
    ['height', tile.height * d],
  ];
  return [[...units, ...places, ...size], printUse(multiply(translation(-e, -f), inShares), paint)];
}

/** Tiles on a turned path: its box says nothing about the shape's own. */
function inUserSpace(
  paint: ImagePaint,
  { matrix, tile }: PlacedImage,
  _box: Bounds,
  toUser: Matrix,
): Pattern {
  const attributes: Attribute[] = [
    ['patternUnits', 'userSpaceOnUse'],
    ['width', tile?.width],
    ['height', tile?.height],
    ['patternTransform', printMatrix(toUser)],
  ];
  return [attributes, printUse(matrix, paint)];
}
