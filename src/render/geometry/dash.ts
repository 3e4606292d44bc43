import { drawStretch, type MeasuredOutline, measureOutline } from './along.ts';
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

/** Every dash is looked up among the parts of its outline; a path is dashed only where that ends in good time. */
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

/** One edge with half a dash at each end and whole repeats between, stretched to fit. */
function drawFittedEdge(pen: PathPen, edge: MeasuredOutline, [dash, gap]: readonly [number, number]): void {
  const repeats = Math.max(1, Math.round(edge.length / (dash + gap)));
  const period = edge.length / repeats;
  const half = Math.min(dash, period) / 2;
  for (let index = 0; index <= repeats; index += 1) {
    const middle = index * period;
    drawStretch(pen, edge, Math.max(0, middle - half), Math.min(edge.length, middle + half));
  }
}

const edgesOf = ({ segments, start }: Outline): Outline[] =>
  segments.map((segment) => ({ segments: [segment], closed: false, start }));

/**
 * Dashes that fit the corners: on every edge a half dash stands at both ends, and the gaps stretch. The original
 * dashes rectangles so; only patterns of one dash and one gap are fitted, others are laid from the begin.
 */
export function fitDashes(path: Path, dashes: readonly number[]): Path {
  const [dash, gap = dash] = dashes;
  if (dash === undefined || gap === undefined || dashes.length > 2 || patternOf(dashes) === undefined) {
    return dashPath(path, dashes);
  }
  const edges = outlinesOf(path).flatMap(edgesOf).map(measureOutline);
  if (isTooFine(edges, [dash, gap])) return path;
  const pen = new PathPen();
  for (const edge of edges) if (edge.length > 0) drawFittedEdge(pen, edge, [dash, gap]);
  return pen.path();
}
