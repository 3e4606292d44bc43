import type { Bounds } from '../geometry/bounds.ts';
import { type CutLines, cutPath } from '../geometry/cut-path.ts';
import { ellipsePath } from '../geometry/ellipse.ts';
import { type Matrix, multiply, transformPath, translation } from '../geometry/matrix.ts';
import { coordsOfVerb, joinPaths, type Path, PathPen } from '../geometry/path.ts';
import { rectanglePath } from '../geometry/rectangle.ts';
import type { Area } from './area.ts';
import { type Joints, setMatrix, type Target } from './target.ts';
import { tracePath } from './trace-outline.ts';

/** How far from a border pieces end: beyond what is seen, and before the canvas ends. */
const beyondPx = 8;

/** Whether two places of an axis lie in one tile, and so far from its borders that no other shows what is between. */
const isWithinTile = (from: number, to: number, sidePx: number): boolean => {
  const border = sidePx * Math.floor(from / sidePx);
  return from > border + beyondPx && to < border + sidePx - beyondPx;
};

/** Whether more tiles than one may show an area of the scene; all of them come to the same answer. */
export function liesAcross({ joints, matrix: [sx, , , sy, e, f] }: Target, box: Bounds): boolean {
  if (joints === undefined) return false;
  const { sidePx, left, top } = joints;
  const [x, y] = [e + left, f + top];
  return !(
    isWithinTile(box.left * sx + x, box.right * sx + x, sidePx) &&
    isWithinTile(box.top * sy + y, box.bottom * sy + y, sidePx)
  );
}

/** Beyond so many tiles a path has joints only where it is drawn: all of them would be too many. */
const mostTiles = 128;

/** The joints between two places of a target; `origin` is the place of the plane at which the target begins. */
function jointsBetween(from: number, to: number, { sidePx }: Joints, origin: number): number[] {
  const places: number[] = [];
  for (let tile = Math.floor((from + origin) / sidePx); tile * sidePx - beyondPx - origin < to; tile += 1)
    places.push(tile * sidePx - beyondPx - origin, tile * sidePx + beyondPx - origin);
  return places;
}

/** All joints that an area lies across, since how the library draws a path depends on how many pieces it has. */
function linesAcross(joints: Joints, { matrix: [sx, , , sy, e, f], box }: Target, ink: Bounds): CutLines {
  const most = mostTiles * joints.sidePx;
  const within = (place: number, end: number): number => Math.max(-most, Math.min(place, end + most));
  const [left, right] = [ink.left * sx + e, ink.right * sx + e].map((x) => within(x, box.width));
  const [top, bottom] = [ink.top * sy + f, ink.bottom * sy + f].map((y) => within(y, box.height));
  return {
    xs: jointsBetween(left!, right!, joints, joints.left),
    ys: jointsBetween(top!, bottom!, joints, joints.top),
  };
}

const placed = (path: Path, x: number, y: number): Path => transformPath(path, translation(x, y));

/** What an area gives to a canvas, as a path. */
function tracedPath({ trace }: Area): Path {
  const pen = new PathPen();
  const forms: Path[] = [];
  const radiusOf = (radii: unknown): number => (typeof radii === 'number' ? radii : 0);
  trace({
    moveTo: (x, y) => pen.moveTo(x, y),
    lineTo: (x, y) => pen.lineTo(x, y),
    quadraticCurveTo: (...coords) => pen.quadTo(...coords),
    bezierCurveTo: (...coords) => pen.cubicTo(...coords),
    closePath: () => pen.close(),
    rect: (x, y, width, height) => forms.push(placed(rectanglePath({ width, height }), x, y)),
    roundRect: (x, y, width, height, radii) =>
      forms.push(placed(rectanglePath({ width, height }, radiusOf(radii)), x, y)),
    ellipse: (x, y, rx, ry) =>
      forms.push(placed(ellipsePath({ width: 2 * rx, height: 2 * ry }), x - rx, y - ry)),
  });
  return joinPaths([pen.path(), ...forms]);
}

const isUpright = ([, b, c]: Matrix): boolean => b === 0 && c === 0;

/**
 * Whether an area has only level and upright lines where tiles cut it, which the library draws alike in all: a
 * rectangle with none of its round corners across joints.
 */
function isCutStraight(
  { matrix: [sx, , , sy, e, f] }: Target,
  { sidePx, left, top }: Joints,
  area: Area,
): boolean {
  const { form, matrix } = area;
  if (form?.form.kind !== 'rectangle' || !isUpright(matrix)) return false;
  const [a, , , d, x, y] = matrix;
  const radius = form.form.radii[0];
  const areWithin = (from: number, length: number, scale: number, start: number): boolean => {
    const [first, last] = [start + scale * from, start + scale * (from + length)].sort(
      (one, other) => one - other,
    );
    const corner = Math.min(Math.abs(scale) * radius, (last! - first!) / 2);
    return isWithinTile(first!, first! + corner, sidePx) && isWithinTile(last! - corner, last!, sidePx);
  };
  return (
    radius === 0 ||
    (areWithin(form.x, form.size.width, sx * a, sx * x + e + left) &&
      areWithin(form.y, form.size.height, sy * d, sy * y + f + top))
  );
}

/** The pieces of an area that lies across joints, in its own coordinates. */
function piecesOf(target: Target, area: Area): Path | undefined {
  const { joints, matrix } = target;
  if (joints === undefined || !liesAcross(target, area.ink)) return undefined;
  if (isCutStraight(target, joints, area)) return undefined;
  return cutPath(tracedPath(area), multiply(matrix, area.matrix), linesAcross(joints, target, area.ink));
}

/** Adds an area to the context's path, in pieces where it lies across joints; the context has its coordinates. */
export function traceArea(target: Target, area: Area): void {
  const pieces = piecesOf(target, area);
  if (pieces === undefined) area.trace(target.context);
  else tracePath(target.context, pieces);
}

/** Parts of a px that all tiles come to alike: what the library keeps of a place depends on how far it is from the corner. */
const fraction = 1024;

const between = (value: number, one: number, other: number): number =>
  Math.max(Math.min(one, other), Math.min(value, Math.max(one, other)));

/** Pieces on places that every tile has, none turning back along an axis: where one does, tiles may cut it once more. */
function settled({ verbs, coords, rule }: Path): Path {
  const places = coords.map((place) => Math.round(place * fraction) / fraction);
  let at = 0;
  for (const verb of verbs) {
    const end = at + coordsOfVerb[verb]!;
    for (let pull = at; pull < end - 2; pull += 1)
      places[pull] = between(
        places[pull]!,
        places[at - 2 + ((pull - at) % 2)]!,
        places[end - 2 + ((pull - at) % 2)]!,
      );
    at = end;
  }
  return { verbs, coords: places, rule };
}

/** Makes an area the context's path, in coordinates of the target where it is in pieces: for paints that need none. */
export function beginArea(target: Target, area: Area): void {
  const { context } = target;
  const pieces = piecesOf(target, area);
  if (pieces === undefined) setMatrix(target, area.matrix);
  else context.setTransform(1, 0, 0, 1, 0, 0);
  context.beginPath();
  if (pieces === undefined) area.trace(context);
  else tracePath(context, settled(transformPath(pieces, multiply(target.matrix, area.matrix))));
}
