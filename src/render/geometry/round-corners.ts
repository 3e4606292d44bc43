import { drawCorner, lengthOf, type MoveOrLine, tangentLength, turnAt } from './corner.ts';
import { drawSegment } from './measured-outline.ts';
import { type Path, PathPen, type Point, polygonPath } from './path.ts';
import { type Outline, outlinesOf, type Segment } from './segments.ts';

const startOf = (segment: Segment): Point => [segment[0]!, segment[1]!];
const endOf = (segment: Segment): Point => [segment.at(-2)!, segment.at(-1)!];
const isLine = (segment: Segment | undefined): boolean => segment?.length === 4;

/** The vertex where a segment begins, with how much of both edges its rounding asks for; 0 where it stays sharp. */
type Vertex = { readonly radius: number; readonly tangent: number };

/** The segment before one, round the end of a closed outline. */
const before = ({ segments, closed }: Outline, index: number): Segment | undefined =>
  closed ? segments.at(index - 1) : segments[index - 1];

function vertexAt(outline: Outline, index: number, wanted: number): Vertex {
  const [incoming, outgoing] = [before(outline, index), outline.segments[index]];
  if (!(wanted > 0) || incoming === undefined || outgoing === undefined) return { radius: 0, tangent: 0 };
  if (!isLine(incoming) || !isLine(outgoing)) return { radius: 0, tangent: 0 };
  const turn = turnAt(startOf(incoming), startOf(outgoing), endOf(outgoing));
  return { radius: wanted, tangent: tangentLength(wanted, turn) };
}

/** Shares an edge between the roundings of its two ends in the ratio of what they ask for. */
const shareOf = (segment: Segment, mine: number, other: number): number =>
  mine > 0 ? (lengthOf(startOf(segment), endOf(segment)) * mine) / (mine + other) : 0;

function drawVertex(
  outline: Outline,
  vertices: readonly Vertex[],
  index: number,
  smoothing: number,
  pens: readonly [MoveOrLine, PathPen],
): void {
  const outgoing = outline.segments[index]!;
  const incoming = before(outline, index);
  const { radius, tangent } = vertices[index]!;
  if (incoming === undefined || tangent === 0) {
    pens[0](...startOf(outgoing));
    return;
  }
  const [last, next] = [vertices.at(index - 1)!, vertices[(index + 1) % vertices.length]!];
  const nextTangent = !outline.closed && index === vertices.length - 1 ? 0 : next.tangent;
  const reach = Math.min(shareOf(incoming, tangent, last.tangent), shareOf(outgoing, tangent, nextTangent));
  const [from, vertex, after] = [startOf(incoming), startOf(outgoing), endOf(outgoing)];
  drawCorner({ before: from, vertex, after, radius, smoothing, reach }, ...pens);
}

/** Draws an outline whose vertices between two straight edges are rounded by the radius at their number. */
function drawRounded(pen: PathPen, outline: Outline, radii: readonly number[], smoothing: number): void {
  const { segments, closed, start } = outline;
  const vertices = segments.map((_segment, index) => vertexAt(outline, index, radii[index] ?? 0));
  let first: Point | undefined;
  const moveOrLine = (x: number, y: number): void => {
    if (first === undefined) pen.moveTo(x, y);
    else pen.lineTo(x, y);
    first ??= [x, y];
  };
  for (const [index, segment] of segments.entries()) {
    const cameByCurve = index > 0 && !isLine(segments[index - 1]);
    if (!cameByCurve) drawVertex(outline, vertices, index, smoothing, [moveOrLine, pen]);
    if (!isLine(segment)) drawSegment(pen, segment);
  }
  const last = segments.at(-1);
  if (last === undefined) moveOrLine(...startOf(start));
  else if (isLine(last)) pen.lineTo(...(closed ? first! : endOf(last)));
  if (closed) pen.close();
}

/**
 * Rounds the vertices of a path that lie between two straight edges, by one radius and smoothing. Vertices next to
 * a curve stay sharp.
 */
export function roundCorners(path: Path, radius: number, smoothing = 0): Path {
  if (!(radius > 0)) return path;
  const pen = new PathPen();
  for (const outline of outlinesOf(path)) {
    drawRounded(pen, outline, Array(outline.segments.length).fill(radius), smoothing);
  }
  return pen.path(path.rule);
}

/**
 * A closed polygon with a radius at each vertex (`radii` may be shorter: 0 follows) and a smoothing for all.
 * It begins at the first vertex's rounding and runs in the order of the points, as the original's shapes do.
 */
export function roundedPolygon(points: readonly Point[], radii: readonly number[], smoothing = 0): Path {
  const sharp = polygonPath(points);
  if (!radii.some((radius) => radius > 0) || points.length < 3) return sharp;
  const pen = new PathPen();
  for (const outline of outlinesOf(sharp)) drawRounded(pen, outline, radii, smoothing);
  return pen.path();
}
