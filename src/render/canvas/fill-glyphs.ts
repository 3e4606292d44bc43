import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Bounds } from '../geometry/bounds.ts';
import { type Matrix, multiply } from '../geometry/matrix.ts';
import { transformBounds } from '../scene/boxes.ts';
import type { SceneText } from '../scene/scene.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { type GlyphRun, glyphScale } from './glyph-marks.ts';
import { glyphPath } from './glyph-path.ts';
import type { DeviceBox, Painter, Target } from './target.ts';

/** How far ink reaches from where its glyph stands, in sizes of the font: more than any known script font has. */
const inkReach = 4;

/** A square of the text's box that holds all ink of a run: its corner, and its side, which is a power of two. */
interface RunSquare {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

const squares = new WeakMap<GlyphRun, RunSquare>();

function squareOf(run: GlyphRun): RunSquare {
  const known = squares.get(run);
  if (known !== undefined) return known;
  const square = squareAround(run);
  squares.set(run, square);
  return square;
}

function squareAround({ glyphs, decorations }: GlyphRun): RunSquare {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const extend = (x: number, y: number, width: number, height: number): void => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const { x, y, size } of glyphs) {
    const reach = inkReach * size;
    extend(x - reach, y - reach, 2 * reach, 2 * reach);
  }
  for (const { x, y, width, height } of decorations) extend(x, y, width, height);
  const side = 2 ** Math.ceil(Math.log2(Math.max(right - left, bottom - top, 1)));
  return { left, top, side };
}

const { fround } = Math;

/** Places are whole parts of this size, in px: tiles beside each other reckon with the same numbers then, to the last bit. */
const placeStep = 1 / 1024;

const stepped = (place: number): number => Math.round(place / placeStep) * placeStep;

/** From the unit square that a run is told in to the target's px, in numbers as the library has them. */
function matrixOf(target: Target, item: SceneText, { left, top, side }: RunSquare): Matrix {
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = multiply(target.matrix, item.matrix);
  const x = stepped(a * left + c * top + e);
  const y = stepped(b * left + d * top + f);
  return [fround(a * side), fround(b * side), fround(c * side), fround(d * side), fround(x), fround(y)];
}

/**
 * Fills the glyphs of a run with an opaque colour, one after the other, which the library does in half the time it
 * takes for all as one path. A run that is filled again and again is recorded, and then one call: its px are the same.
 */
export function fillGlyphs(
  painter: Painter,
  target: Target,
  item: SceneText,
  run: GlyphRun,
  colour: string,
): void {
  const { context, box } = target;
  const square = squareOf(run);
  const matrix = matrixOf(target, item, square);
  if (isOutside(box, matrix)) return;
  // What is turned would be clipped to a turned square, which takes long.
  const isLevel = matrix[1] === 0 && matrix[2] === 0;
  const tell = (on: SKRSContext2D) => tellRun(on, run, square);
  const recorded = isLevel ? painter.runs?.recorded(run, colour, tell) : undefined;
  if (recorded === undefined) {
    context.fillStyle = colour;
    fillOneByOne(target, run, square, matrix);
    return;
  }
  const [a, b, c, d, e, f] = matrix;
  context.setTransform(a, b, c, d, e, f);
  // As far as the library need not clip: it would to what a recording is drawn from.
  context.drawCanvas(recorded, -1000, -1000, 2000, 2000, -1000, -1000, 2000, 2000);
}

/** Whether nothing of the unit square can be seen, nor of one whose numbers are not finite. */
function isOutside(box: DeviceBox, matrix: Matrix): boolean {
  const { left, top, right, bottom } = transformBounds(unitSquare, matrix);
  const isSeen =
    right >= box.left && bottom >= box.top && left <= box.left + box.width && top <= box.top + box.height;
  return !isSeen;
}

const unitSquare: Bounds = { left: 0, top: 0, right: 1, bottom: 1 };

/** Where a glyph stands in the unit square, and px of it for a font unit: single floats, as the library has them. */
const placeOf = (glyph: PlacedGlyph, { left, top, side }: RunSquare) => ({
  x: fround(stepped(glyph.x - left) / side),
  y: fround(stepped(glyph.y - top) / side),
  scale: fround(glyphScale(glyph) / side),
});

/** Tells a run in the unit square. */
function tellRun(context: SKRSContext2D, run: GlyphRun, square: RunSquare): void {
  for (const glyph of run.glyphs) {
    const path = glyphPath(glyph.face, glyph.glyphId);
    if (path === undefined) continue;
    const { x, y, scale } = placeOf(glyph, square);
    context.setTransform(scale, 0, 0, scale, x, y);
    context.fill(path);
  }
  context.setTransform(1 / square.side, 0, 0, 1 / square.side, 0, 0);
  fillDecorations(context, run, square);
}

function fillDecorations(context: SKRSContext2D, { decorations }: GlyphRun, { left, top }: RunSquare): void {
  for (const { x, y, width, height } of decorations) context.fillRect(x - left, y - top, width, height);
}

/** Places are reckoned in single floats, and so in the same order as the library does for what was recorded. */
function fillOneByOne({ context, box }: Target, run: GlyphRun, square: RunSquare, matrix: Matrix): void {
  const [a, b, c, d, e, f] = matrix;
  const stretch = (Math.hypot(a, b) + Math.hypot(c, d)) / square.side;
  for (const glyph of run.glyphs) {
    const { x, y, scale } = placeOf(glyph, square);
    const left = fround(fround(a * x) + fround(fround(c * y) + e));
    const top = fround(fround(b * x) + fround(fround(d * y) + f));
    if (isFarFrom(box, left, top, inkReach * glyph.size * stretch)) continue;
    const path = glyphPath(glyph.face, glyph.glyphId);
    if (path === undefined) continue;
    context.setTransform(a * scale, b * scale, c * scale, d * scale, left, top);
    context.fill(path);
  }
  const { side } = square;
  context.setTransform(a / side, b / side, c / side, d / side, e, f);
  fillDecorations(context, run, square);
}

const isFarFrom = (box: DeviceBox, x: number, y: number, px: number): boolean =>
  x < box.left - px || y < box.top - px || x > box.left + box.width + px || y > box.top + box.height + px;
