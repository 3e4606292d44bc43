import { drawStretch, type MeasuredOutline, measureOutline } from './measured-outline.ts';
import { type Path, PathPen } from './path.ts';
import { type Outline, outlinesOf } from './segments.ts';

/** A path with more dashes than this is left undashed: no screen shows them apart. */
const mostDashes = 4000;
const mostLookups = 4_000_000;

/** The pattern with positive sum and even count, or undefined where it draws a plain line. */
function patternOf(dashes: readonly number[]): readonly number[] | undefined {
  const sum = dashes.reduce((all, next) => all + next, 0);
  if (!(sum > 0 && Number.isFinite(sum)) || dashes.some((value) => value < 0)) return undefined;
  return dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes];
}

function drawDashes(pen: PathPen, outline: MeasuredOutline, pattern: readonly number[]): void {
  let at = 0;
  for (let index = 0; at < outline.length; index += 1) {
    const end = at + pattern[index % pattern.length]!;
    if (index % 2 === 0) drawStretch(pen, outline, at, Math.min(end, outline.length));
    at = end;
  }
}

/** Every dash is looked up among the parts of its outline; a path is dashed only where that is quick. */
function isTooFine(outlines: readonly MeasuredOutline[], pattern: readonly number[]): boolean {
  const period = pattern.reduce((sum, next) => sum + next, 0);
  const counts = outlines.map(({ length }) => (length / period) * pattern.length);
  const lookups = counts.reduce((sum, count, index) => sum + count * outlines[index]!.parts.length, 0);
  // Not the other way round: a length that is no number is too fine as well.
  return !(counts.reduce((sum, count) => sum + count, 0) <= mostDashes && lookups <= mostLookups);
}

/** Each outline's dashes as open lines, counted from its begin; the whole path where the pattern is none. */
export function dashPath(path: Path, dashes: readonly number[]): Path {
  const pattern = patternOf(dashes);
  if (pattern === undefined) return path;
  const outlines = outlinesOf(path).map(measureOutline);
  if (isTooFine(outlines, pattern)) return path;
  const pen = new PathPen();
  for (const outline of outlines) drawDashes(pen, outline, pattern);
  return pen.path();
}

/** An edge whose dashes fit it: half a dash at each end, and whole repeats between. */
type FittedEdge = { readonly edge: MeasuredOutline; readonly half: number; readonly period: number };

function fitEdge(edge: MeasuredOutline, [dash, gap]: readonly [number, number]): FittedEdge {
  const period = edge.length / Math.max(1, Math.round(edge.length / (dash + gap)));
  return { edge, half: Math.min(dash, period) / 2, period };
}

/** The half dashes on both sides of a corner in one line, so that they join; either side may be missing. */
function drawCorner(pen: PathPen, before: FittedEdge | undefined, after: FittedEdge | undefined): void {
  if (before) drawStretch(pen, before.edge, before.edge.length - before.half, before.edge.length);
  if (after) drawStretch(pen, after.edge, 0, after.half, before === undefined);
}

function drawBetween(pen: PathPen, { edge, half, period }: FittedEdge): void {
  for (let middle = period; middle < edge.length - period / 2; middle += period)
    drawStretch(pen, edge, middle - half, middle + half);
}

function drawFitted(pen: PathPen, edges: readonly FittedEdge[], closed: boolean): void {
  for (const [index, edge] of edges.entries()) {
    drawCorner(pen, closed ? edges.at(index - 1) : edges[index - 1], edge);
    drawBetween(pen, edge);
  }
  if (!closed) drawCorner(pen, edges.at(-1), undefined);
}

const edgesOf = ({ segments, start }: Outline): MeasuredOutline[] =>
  segments
    .map((segment) => measureOutline({ segments: [segment], closed: false, start }))
    .filter(({ length }) => length > 0);

/**
 * Dashes that fit the corners: on every edge a half dash stands at both ends, and the gaps stretch. The original
 * dashes rectangles so; only patterns of one dash and one gap are fitted, others are laid from the begin.
 */
export function fitDashes(path: Path, dashes: readonly number[]): Path {
  const [dash, gap = dash] = dashes;
  if (dash === undefined || gap === undefined || dashes.length > 2 || patternOf(dashes) === undefined) {
    return dashPath(path, dashes);
  }
  const outlines = outlinesOf(path).map((outline) => ({ edges: edgesOf(outline), closed: outline.closed }));
  if (
    isTooFine(
      outlines.flatMap(({ edges }) => edges),
      [dash, gap],
    )
  )
    return path;
  const pen = new PathPen();
  for (const { edges, closed } of outlines)
    drawFitted(
      pen,
      edges.map((edge) => fitEdge(edge, [dash, gap])),
      closed,
    );
  return pen.path();
}
