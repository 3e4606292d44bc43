import type { Bounds } from '../geometry/bounds.ts';
import { boundsOf } from '../geometry/bounds.ts';
import { ellipsePath } from '../geometry/ellipse.ts';
import { type Matrix, scaling, transformPath } from '../geometry/matrix.ts';
import { joinPaths, type Path } from '../geometry/path.ts';
import { regularPolygonPath, starPath } from '../geometry/polygon.ts';
import { type CornerRadii, rectanglePath, type Size } from '../geometry/rectangle.ts';
import { roundCorners } from '../geometry/round-corners.ts';
import { networkFills, networkLines, type VectorNetwork } from '../geometry/vector-network.ts';
import { boundsOfSize, uniteAll } from './boxes.ts';
import { type FilePath, hasGeometry, readGeometry } from './file-geometry.ts';
import { listOf, numberOr, recordOf, within } from './json-values.ts';
import { once } from './outline.ts';
import { readNetwork } from './read-vector-network.ts';
import type { Form } from './scene.ts';
import type { NodeJson } from './scene-source.ts';

/** The area of a node in its own coordinates. */
export interface Shaped {
  readonly form: Form;
  readonly size: Size;
  readonly pieces: () => readonly FilePath[];
  /** What a stroke runs along, where it is known. */
  readonly line?: () => Path | undefined;
  /** Dashes stretch to meet the corners. */
  readonly fitsDashes: boolean;
}

const plain = (path: Path): FilePath[] => [{ path }];

/** Radii as they come out where they are larger than the box allows: two on one side share it in their ratio. */
function fitRadii(radii: CornerRadii, { width, height }: Size): CornerRadii {
  const share = (one: number, other: number, side: number): number =>
    one + other > side ? (side * one) / (one + other) : one;
  const [a, b, c, d] = radii;
  return [
    Math.min(share(a, b, width), share(a, d, height)),
    Math.min(share(b, a, width), share(b, c, height)),
    Math.min(share(c, d, width), share(c, b, height)),
    Math.min(share(d, c, width), share(d, a, height)),
  ];
}

const sharp: CornerRadii = [0, 0, 0, 0];

function readRadii(node: NodeJson, size: Size): CornerRadii {
  const one = Math.max(0, numberOr(node.cornerRadius, 0));
  const listed = listOf(node.rectangleCornerRadii);
  if (one === 0 && listed.length === 0) return sharp;
  const radius = (index: number): number => Math.max(0, numberOr(listed[index], one));
  return fitRadii([radius(0), radius(1), radius(2), radius(3)], size);
}

export function rectangleOf(node: NodeJson, size: Size): Shaped {
  const radii = readRadii(node, size);
  const smoothing =
    radii !== sharp && radii.some((radius) => radius > 0) ? within(node.cornerSmoothing, 0, 1, 0) : 0;
  const path = once(() => rectanglePath(size, radii, smoothing));
  return {
    form: { kind: 'rectangle', radii, smoothing },
    size,
    pieces: () => plain(path()),
    line: path,
    fitsDashes: true,
  };
}

const whole = 2 * Math.PI - 1e-5;

export function ellipseOf(node: NodeJson, size: Size): Shaped {
  const arc = recordOf(node.arcData) ?? {};
  const span = {
    startingAngle: numberOr(arc.startingAngle, 0),
    endingAngle: numberOr(arc.endingAngle, 2 * Math.PI),
    innerRadius: within(arc.innerRadius, 0, 1, 0),
  };
  const isWhole = span.innerRadius === 0 && Math.abs(span.endingAngle - span.startingAngle) >= whole;
  const path = once(() => ellipsePath(size, span));
  return {
    form: { kind: isWhole ? 'ellipse' : 'path' },
    size,
    pieces: () => plain(path()),
    line: path,
    fitsDashes: false,
  };
}

const pathShape = (size: Size, pieces: () => readonly FilePath[], line?: () => Path | undefined): Shaped => ({
  form: { kind: 'path' },
  size,
  pieces: once(pieces),
  ...(line && { line: once(line) }),
  fitsDashes: false,
});

const isInFile = (node: NodeJson): boolean =>
  hasGeometry(node.fillGeometry) || hasGeometry(node.strokeGeometry);

/** A form that only the file's own geometry tells; undefined where there is none. */
export const geometryOf = (node: NodeJson, size: Size): Shaped | undefined =>
  isInFile(node) ? pathShape(size, () => readGeometry(node.fillGeometry)) : undefined;

/** The same for a form that is closed all round, so that its stroke runs along its area's edge. */
export function closedGeometryOf(node: NodeJson, size: Size): Shaped | undefined {
  if (!isInFile(node)) return undefined;
  const pieces = once(() => readGeometry(node.fillGeometry));
  return pathShape(size, pieces, () => joinPaths(pieces().map(({ path }) => path)));
}

export function starOf(node: NodeJson, size: Size): Shaped {
  const [points, inner] = [numberOr(node.count, 5), within(node.starInnerScale, 0, 1, 0.382)];
  const path = (): Path =>
    starPath(size, points, inner, numberOr(node.cornerRadius, 0), within(node.cornerSmoothing, 0, 1, 0));
  return closedGeometryOf(node, size) ?? pathShape(size, () => plain(path()), path);
}

export function polygonOf(node: NodeJson, size: Size): Shaped {
  const path = (): Path =>
    regularPolygonPath(
      size,
      numberOr(node.count, 3),
      numberOr(node.cornerRadius, 0),
      within(node.cornerSmoothing, 0, 1, 0),
    );
  return closedGeometryOf(node, size) ?? pathShape(size, () => plain(path()), path);
}

const roundedBy = (node: NodeJson, path: Path): Path =>
  roundCorners(path, numberOr(node.cornerRadius, 0), within(node.cornerSmoothing, 0, 1, 0));

/** What brings a network to the node's size: a scaled instance may repeat the numbers of its component. */
function fitOf(lines: Path, { width, height }: Size): Matrix {
  const { left, top, right, bottom } = boundsOf(lines) ?? boundsOfSize({ width, height });
  const ratio = (wanted: number, is: number): number =>
    Math.abs(wanted - is) < 0.001 || is === 0 ? 1 : wanted / is;
  return scaling(ratio(width, right - left), ratio(height, bottom - top));
}

const isIdentity = ([a, , , d]: Matrix): boolean => a === 1 && d === 1;

/** The lines by which the file's own geometry came about, where they tell all of it. */
function linesInFile(node: NodeJson, network: VectorNetwork, size: Size): Path | undefined {
  const lines = networkLines(network);
  const hasUnknownStyles = network.vertices.some(({ meta = 0 }) => meta !== 0);
  return isIdentity(fitOf(lines, size)) && !hasUnknownStyles ? roundedBy(node, lines) : undefined;
}

/** A vector as the file draws it, or else as its network does; undefined where neither is there. */
export function vectorOf(node: NodeJson, size: Size): Shaped | undefined {
  const network = readNetwork(node.vectorNetwork);
  const inFile = (): Path | undefined => network && linesInFile(node, network, size);
  if (isInFile(node)) return pathShape(size, () => readGeometry(node.fillGeometry), inFile);
  if (network === undefined) return undefined;
  const lines = once(() => networkLines(network));
  const draw = (path: Path): Path => roundedBy(node, transformPath(path, fitOf(lines(), size)));
  return pathShape(
    size,
    () => networkFills(network).map((path) => ({ path: draw(path) })),
    () => draw(lines()),
  );
}

export function lineOf(_node: NodeJson, size: Size): Shaped {
  return { form: { kind: 'line', length: size.width }, size, pieces: () => [], fitsDashes: false };
}

/** The box around the area in its own coordinates. */
export function areaBounds({ form, size, pieces }: Shaped): Bounds {
  if (form.kind === 'rectangle' || form.kind === 'ellipse') return boundsOfSize(size);
  return uniteAll(
    pieces()
      .map(({ path }) => boundsOf(path))
      .filter((box) => box !== undefined),
  );
}
