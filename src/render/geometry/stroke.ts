import { StrokeCap as SkiaCap, StrokeJoin as SkiaJoin } from '@napi-rs/canvas';
import { dashPath, fitDashes } from './dash.ts';
import { capShape, type StrokeCap, trimOfCap } from './line-caps.ts';
import { scaling, transformPath } from './matrix.ts';
import { drawSegment, drawStretch, endsOf, measureOutline } from './measured-outline.ts';
import { emptyPath, isEmptyPath, type Path, PathPen } from './path.ts';
import { type Outline, outlinesOf } from './segments.ts';
import { combine, fromSkia, toSkia } from './skia-path.ts';

export type StrokeJoin = 'MITER' | 'BEVEL' | 'ROUND';
export type StrokeAlign = 'INSIDE' | 'OUTSIDE' | 'CENTER';

/** How a line is drawn; what is left out is the contract's default. */
export type StrokeStyle = {
  readonly weight: number;
  readonly cap?: StrokeCap;
  /** The cap of the other end where the two differ; `cap` is then that of the begin. */
  readonly endCap?: StrokeCap;
  readonly join?: StrokeJoin;
  /** Corners sharper than this many degrees are bevelled. */
  readonly miterAngle?: number;
  readonly dashes?: readonly number[];
  /** Dashes fit the corners, as on rectangles. */
  readonly fitDashes?: boolean;
};

const usualMiterAngle = 28.96;

const joins = { MITER: SkiaJoin.Miter, BEVEL: SkiaJoin.Bevel, ROUND: SkiaJoin.Round } as const;
const plainCaps: Readonly<Partial<Record<StrokeCap, SkiaCap>>> = {
  NONE: SkiaCap.Butt,
  ROUND: SkiaCap.Round,
  SQUARE: SkiaCap.Square,
};

/** SVG's and Skia's limit for an angle: how many times the weight a mitre may be long. */
export function miterLimitOf(angle: number = usualMiterAngle): number {
  const sine = Math.sin((Math.min(180, Math.max(0, angle)) * Math.PI) / 360);
  return sine > 1e-6 ? 1 / sine : 1e6;
}

/**
 * The library rounds curves to about a quarter of its unit, which shows on an icon. So it works on a copy whose
 * line is this many units wide, as far as its floats have digits for the coordinates.
 */
const widthToWorkAt = 64;
const farthestToWorkAt = 2 ** 14;

/** Larger shapes are worked on in small: the library would cut their curves into a million pieces. */
const farthestToTake = 2 ** 16;
const farthestAtAll = 2 ** 24;

/** A power of two, which changes no digit. */
function factorToWorkAt({ coords }: Path, weight: number): number {
  const farthest = coords.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (!(farthest < farthestAtAll)) return 1;
  const wanted = Math.max(1, Math.min(widthToWorkAt / weight, farthestToWorkAt / farthest));
  return 2 ** Math.floor(Math.log2(Math.min(wanted, farthestToTake / farthest)));
}

function outline(path: Path, style: StrokeStyle, cap: SkiaCap): Path {
  const { weight, join = 'MITER', miterAngle } = style;
  const miterLimit = miterLimitOf(miterAngle);
  const factor = factorToWorkAt(path, weight);
  const large = toSkia(transformPath(path, scaling(factor)));
  const band = large.stroke({ width: weight * factor, cap, join: joins[join], miterLimit });
  return transformPath(fromSkia(band), scaling(1 / factor));
}

/** Draws an open outline without what its caps cover. */
function drawTrimmed(pen: PathPen, line: Outline, start: number, end: number): void {
  const measured = measureOutline(line);
  if (start + end < measured.length) drawStretch(pen, measured, start, measured.length - end);
}

function drawClosed(pen: PathPen, { start, segments }: Outline): void {
  pen.moveTo(start[0]!, start[1]!);
  for (const segment of segments) drawSegment(pen, segment);
  pen.close();
}

/** Lines with arrowheads and the like, or with two different ends: the line and its shapes as one area. */
function bandWithMarkers(path: Path, style: StrokeStyle, caps: readonly [StrokeCap, StrokeCap]): Path {
  const pen = new PathPen();
  const shapes: Path[] = [];
  for (const line of outlinesOf(path)) {
    const ends = line.closed ? undefined : endsOf(line);
    if (ends === undefined) {
      drawClosed(pen, line);
      continue;
    }
    drawTrimmed(pen, line, trimOfCap(caps[0], style.weight), trimOfCap(caps[1], style.weight));
    const marks = ends.map((end, index) => capShape(caps[index]!, end, style.weight));
    for (const shape of marks) if (shape !== undefined) shapes.push(shape);
  }
  const line = outline(dashed(pen.path(), style), style, SkiaCap.Butt);
  return combine('UNION', [line, ...shapes]);
}

function dashed(path: Path, { dashes, fitDashes: fit }: StrokeStyle): Path {
  if (dashes === undefined || dashes.length === 0) return path;
  return fit === true ? fitDashes(path, dashes) : dashPath(path, dashes);
}

/** The area that a centred line of that style covers, filled by the nonzero rule. */
export function strokeBand(path: Path, style: StrokeStyle): Path {
  if (!(style.weight > 0) || isEmptyPath(path)) return emptyPath;
  const { cap = 'NONE', endCap = cap } = style;
  const both = cap === endCap ? plainCaps[cap] : undefined;
  if (both !== undefined) return outline(dashed(path, style), style, both);
  return bandWithMarkers(path, style, [cap, endCap]);
}

export const hasOpenOutline = (path: Path): boolean => outlinesOf(path).some(({ closed }) => !closed);

/**
 * The band as `strokeGeometry` has it: inside and outside strokes are twice as wide and not cut yet. Open lines
 * have no inside, so theirs is the centred band whatever the file says.
 */
export function uncutBand(path: Path, align: StrokeAlign, style: StrokeStyle): Path {
  const isCentred = align === 'CENTER' || hasOpenOutline(path);
  return strokeBand(path, isCentred ? style : { ...style, weight: 2 * style.weight });
}

/** Cuts an uncut band, built or read from a file, by the area it belongs to. */
export function cutBand(band: Path, area: Path, align: StrokeAlign): Path {
  if (align === 'CENTER' || isEmptyPath(area)) return band;
  return combine(align === 'INSIDE' ? 'INTERSECT' : 'SUBTRACT', [band, area]);
}

/**
 * The area of a LINE's stroke. It lies on the far side of the node's own line, between 0 and minus its weight, and
 * round and square caps stay within the line's length.
 */
export function lineStroke(length: number, style: StrokeStyle): Path {
  const { weight, cap = 'NONE', endCap = cap } = style;
  const inset = (own: StrokeCap): number => (own === 'ROUND' || own === 'SQUARE' ? weight / 2 : 0);
  const from = Math.min(inset(cap), length / 2);
  const to = Math.max(length - inset(endCap), length / 2);
  const pen = new PathPen();
  pen.moveTo(from, -weight / 2);
  pen.lineTo(to, -weight / 2);
  return strokeBand(pen.path(), style);
}
