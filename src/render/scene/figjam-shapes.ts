import { scaling, transformPath } from '../geometry/matrix.ts';
import { type Path, type Point, polygonPath } from '../geometry/path.ts';
import { starPath } from '../geometry/polygon.ts';
import type { Size } from '../geometry/rectangle.ts';
import { wordOf } from './json-values.ts';
import { closedGeometryOf, ellipseOf, rectangleOf, type Shaped } from './node-geometry.ts';
import { once } from './outline.ts';
import type { NodeJson } from './scene-source.ts';

/** Corners of the straight shapes, as shares of their box. */
const polygons = {
  DIAMOND: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  TRIANGLE_UP: [
    [0.5, 0],
    [1, 1],
    [0, 1],
  ],
  TRIANGLE_DOWN: [
    [0, 0],
    [1, 0],
    [0.5, 1],
  ],
  PARALLELOGRAM_RIGHT: [
    [0.2, 0],
    [1, 0],
    [0.8, 1],
    [0, 1],
  ],
  PARALLELOGRAM_LEFT: [
    [0, 0],
    [0.8, 0],
    [1, 1],
    [0.2, 1],
  ],
  TRAPEZOID: [
    [0.2, 0],
    [0.8, 0],
    [1, 1],
    [0, 1],
  ],
  MANUAL_INPUT: [
    [0, 0.25],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  PENTAGON: [
    [0.5, 0],
    [1, 0.38],
    [0.81, 1],
    [0.19, 1],
    [0, 0.38],
  ],
  HEXAGON: [
    [0.2, 0],
    [0.8, 0],
    [1, 0.5],
    [0.8, 1],
    [0.2, 1],
    [0, 0.5],
  ],
  OCTAGON: [
    [0.29, 0],
    [0.71, 0],
    [1, 0.29],
    [1, 0.71],
    [0.71, 1],
    [0.29, 1],
    [0, 0.71],
    [0, 0.29],
  ],
  CHEVRON: [
    [0, 0],
    [0.8, 0],
    [1, 0.5],
    [0.8, 1],
    [0, 1],
    [0.2, 0.5],
  ],
  PLUS: [
    [0.33, 0],
    [0.67, 0],
    [0.67, 0.33],
    [1, 0.33],
    [1, 0.67],
    [0.67, 0.67],
    [0.67, 1],
    [0.33, 1],
    [0.33, 0.67],
    [0, 0.67],
    [0, 0.33],
    [0.33, 0.33],
  ],
  ARROW_RIGHT: [
    [0, 0.25],
    [0.6, 0.25],
    [0.6, 0],
    [1, 0.5],
    [0.6, 1],
    [0.6, 0.75],
    [0, 0.75],
  ],
  ARROW_LEFT: [
    [1, 0.25],
    [0.4, 0.25],
    [0.4, 0],
    [0, 0.5],
    [0.4, 1],
    [0.4, 0.75],
    [1, 0.75],
  ],
} as const satisfies Record<string, readonly Point[]>;

const closed = (size: Size, make: () => Path): Shaped => {
  const path = once(make);
  return { form: { kind: 'path' }, size, pieces: () => [{ path: path() }], line: path, fitsDashes: false };
};

/**
 * The form of a SHAPE_WITH_TEXT; undefined for those that are more than a plain outline, as a database is. The
 * interface tells their names and not their outlines: the proportions are ours.
 */
export function shapeWithTextOf(node: NodeJson, size: Size): Shaped | undefined {
  const inFile = closedGeometryOf(node, size);
  if (inFile) return inFile;
  const polygon = wordOf(node.shapeType, polygons);
  if (polygon)
    return closed(size, () =>
      transformPath(polygonPath(polygons[polygon]), scaling(size.width, size.height)),
    );
  if (node.shapeType === 'ELLIPSE') return ellipseOf({}, size);
  if (node.shapeType === 'STAR') return closed(size, () => starPath(size, 5, 0.382));
  if (node.shapeType === 'SQUARE') return rectangleOf(node, size);
  return node.shapeType === 'ROUNDED_RECTANGLE' ? rectangleOf({ cornerRadius: 8, ...node }, size) : undefined;
}
