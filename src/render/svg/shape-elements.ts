import type { Bounds } from '../geometry/bounds.ts';
import { applyToPoint, identity, type Matrix, transformPath } from '../geometry/matrix.ts';
import type { Path } from '../geometry/path.ts';
import { printPath } from '../geometry/print-path.ts';
import type { Size } from '../geometry/rectangle.ts';
import type { Form } from '../scene/scene.ts';
import {
  degreesOf,
  keepsAngles,
  poseOf,
  printMatrix,
  printRotation,
  scaleOf,
  stretchOf,
} from './transforms.ts';
import { type Attribute, nonZero } from './xml.ts';

/** The element of a shape, paints apart. */
export interface Figure {
  readonly tag: string;
  readonly attributes: readonly Attribute[];
  /** From the shape's own coordinates to those that the element's paints are read in. */
  readonly toUser: Matrix;
  /** How wide a line of one px of the shape is there. */
  readonly lineScale: number;
  /** The box of a plain form in the shape's own coordinates; other forms have what their path touches. */
  readonly box?: Bounds;
}

type Rectangle = Extract<Form, { kind: 'rectangle' }>;

/** A plain form with its place in the outline's coordinates. */
interface Placed {
  readonly x: number;
  readonly y: number;
  readonly size: Size;
}

/**
 * The element for a form: `rect`, `circle`, `ellipse` or `line` where one of them is the same, else a `path`, whose
 * coordinates are the scene's.
 */
export function figureOf(matrix: Matrix, form: Form, placed: Placed, path: () => Path): Figure {
  if (form.kind === 'line') return lineFigure(matrix, form.length, placed);
  if (form.kind === 'ellipse') return ellipseFigure(matrix, placed);
  const radius = form.kind === 'rectangle' ? evenRadius(form, placed.size) : undefined;
  return radius === undefined ? pathFigure(matrix, path()) : rectangleFigure(matrix, placed, radius);
}

/** The radius of all four corners, as far as the box allows, if they are alike and round. */
export function evenRadius({ radii, smoothing }: Rectangle, { width, height }: Size): number | undefined {
  const [radius, ...others] = radii;
  const isEven = others.every((other) => Math.abs(other - radius) < 1e-6);
  return isEven && (smoothing === 0 || radius === 0) ? Math.min(radius, width / 2, height / 2) : undefined;
}

export function pathFigure(matrix: Matrix, path: Path): Figure {
  const rule = path.rule === 'EVENODD' ? 'evenodd' : undefined;
  const attributes = (data: string, transform?: string): Attribute[] => [
    ['fill-rule', rule],
    ['clip-rule', rule],
    ['d', data],
    ['transform', transform],
  ];
  const moved = printPath(transformPath(path, matrix));
  return { tag: 'path', attributes: attributes(moved), toUser: matrix, lineScale: scaleOf(matrix) };
}

/** A path whose line keeps its shape where the matrix would stretch it. */
export function linePathFigure(matrix: Matrix, path: Path): Figure {
  if (keepsAngles(matrix) || keepsAngles(mirrored(matrix))) return pathFigure(matrix, path);
  const attributes: Attribute[] = [
    ['d', printPath(path)],
    ['transform', printMatrix(matrix)],
  ];
  return { tag: 'path', attributes, toUser: identity, lineScale: 1 };
}

const mirrored = ([a, b, c, d, e, f]: Matrix): Matrix => [a, b, -c, -d, e, f];

function lineFigure(matrix: Matrix, length: number, { x, y }: Placed): Figure {
  const [x1, y1] = applyToPoint(matrix, [x, y]);
  const [x2, y2] = applyToPoint(matrix, [x + length, y]);
  const attributes = nonZero([
    ['x1', x1],
    ['y1', y1],
    ['x2', x2],
    ['y2', y2],
  ]);
  return { tag: 'line', attributes, toUser: matrix, lineScale: scaleOf(matrix) };
}

const boxOf = ({ x, y, size }: Placed): Bounds => ({
  left: x,
  top: y,
  right: x + size.width,
  bottom: y + size.height,
});

function rectangleFigure(matrix: Matrix, placed: Placed, rx: number): Figure {
  const { x, y, size } = placed;
  const stretch = stretchOf(matrix);
  const isEven = rx === 0 || Math.abs(stretch.x - stretch.y) < 1e-5;
  const pose = isEven ? poseOf(matrix) : 'other';
  const box = boxOf(placed);
  if (pose === 'other') {
    const attributes: Attribute[] = [...rectangle(x, y, size, rx), ['transform', printMatrix(matrix)]];
    return { tag: 'rect', attributes, toUser: identity, lineScale: 1, box };
  }
  const [left, top] = applyToPoint(matrix, [x, y]);
  const stretched = { width: size.width * stretch.x, height: size.height * stretch.y };
  const transform = pose === 'turned' ? printRotation(degreesOf(matrix), left, top) : undefined;
  const attributes: Attribute[] = [
    ...rectangle(left, top, stretched, rx * stretch.x),
    ['transform', transform],
  ];
  return { tag: 'rect', attributes, toUser: movedTo(left, top, stretch, x, y), lineScale: stretch.x, box };
}

/** From the outline to where a form stands before it is turned: (x, y) comes to (left, top). */
const movedTo = (
  left: number,
  top: number,
  stretch: { x: number; y: number },
  x: number,
  y: number,
): Matrix => [stretch.x, 0, 0, stretch.y, left - x * stretch.x, top - y * stretch.y];

function rectangle(x: number, y: number, { width, height }: Size, rx: number): Attribute[] {
  const corner = nonZero([
    ['x', x],
    ['y', y],
  ]);
  return [...corner, ['width', width], ['height', height], ...nonZero([['rx', rx]])];
}

function ellipseFigure(matrix: Matrix, placed: Placed): Figure {
  const { x, y, size } = placed;
  const [rx, ry] = [size.width / 2, size.height / 2];
  const pose = poseOf(matrix);
  const box = boxOf(placed);
  if (pose === 'other')
    return { ...ellipse(x + rx, y + ry, rx, ry, printMatrix(matrix)), toUser: identity, lineScale: 1, box };
  const [cx, cy] = applyToPoint(matrix, [x + rx, y + ry]);
  const stretch = stretchOf(matrix);
  const transform = pose === 'turned' ? printRotation(degreesOf(matrix), cx, cy) : undefined;
  const toUser = movedTo(cx, cy, stretch, x + rx, y + ry);
  return { ...ellipse(cx, cy, rx * stretch.x, ry * stretch.y, transform), toUser, lineScale: stretch.x, box };
}

function ellipse(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  transform?: string,
): Pick<Figure, 'tag' | 'attributes'> {
  const centre: Attribute[] = [
    ['cx', cx],
    ['cy', cy],
  ];
  const round = Math.abs(rx - ry) <= 1e-5 * rx;
  const radii: Attribute[] = round
    ? [['r', rx]]
    : [
        ['rx', rx],
        ['ry', ry],
      ];
  return { tag: round ? 'circle' : 'ellipse', attributes: [...centre, ...radii, ['transform', transform]] };
}
