import { Path2D } from '@napi-rs/canvas';
import { type ColorLine, type Color as FontColor, PaintFuncs } from 'harfbuzzjs';
import type { Bounds } from '../geometry/bounds.ts';
import { identity, invert, type Matrix, multiply, translation } from '../geometry/matrix.ts';
import { gradientLine } from '../gradient-geometry.ts';
import { emptyBounds, transformBounds } from '../scene/boxes.ts';
import { coloredBox } from '../text/colored-glyphs.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { glyphPath } from './glyph-path.ts';
import { fromTheRight } from './gradient.ts';
import { type Marking, setMarking } from './marking.ts';
import {
  closeLayer,
  deviceBox,
  drawLayer,
  type Layer,
  openLayer,
  type Painter,
  setMatrix,
  type Target,
} from './target.ts';
import { wholeSlack } from './whole-box.ts';

type Context = Target['context'];

/** How glyphs with colours of their own are laid down. */
export interface GlyphInk extends Marking {
  /** The colour of the text, for glyphs that take it for a part of theirs. */
  readonly foreground: FontColor;
}

export const black: FontColor = { red: 0, green: 0, blue: 0, alpha: 255 };

/** How the library numbers what it calls compositions. */
const compositionsByMode: Readonly<Record<number, Context['globalCompositeOperation']>> = {
  1: 'copy',
  3: 'source-over',
  4: 'destination-over',
  5: 'source-in',
  6: 'destination-in',
  7: 'source-out',
  8: 'destination-out',
  9: 'source-atop',
  10: 'destination-atop',
  11: 'xor',
  12: 'lighter',
  13: 'screen',
  14: 'overlay',
  15: 'darken',
  16: 'lighten',
  17: 'color-dodge',
  18: 'color-burn',
  19: 'hard-light',
  20: 'soft-light',
  21: 'difference',
  22: 'exclusion',
  23: 'multiply',
  24: 'hue',
  25: 'saturation',
  26: 'color',
  27: 'luminosity',
};

/** A glyph being drawn: what the font's own instructions have opened so far. */
interface Drawing {
  readonly painter: Painter;
  readonly glyph: PlacedGlyph;
  /** From the coordinates in force to the scene. */
  readonly matrices: Matrix[];
  /** What is drawn on: the picture, and over it the groups that are open. */
  readonly targets: Target[];
  /** A group for which no memory was left is drawn on what lies below. */
  readonly layers: (Layer | undefined)[];
}

const targetOf = ({ targets }: Drawing): Target => targets.at(-1)!;
const matrixOf = ({ matrices }: Drawing): Matrix => matrices.at(-1)!;

/** Outlines of glyphs have y downwards, the font's instructions upwards. */
const upwards: Matrix = [1, 0, 0, -1, 0, 0];

function pushClip(drawing: Drawing, clip: (context: Context) => void): void {
  const target = targetOf(drawing);
  target.context.save();
  setMatrix(target, multiply(matrixOf(drawing), upwards));
  clip(target.context);
}

function pushLayer(drawing: Drawing): void {
  const below = targetOf(drawing);
  const layer = openLayer(drawing.painter, below, below.box);
  drawing.layers.push(layer);
  drawing.targets.push(layer?.target ?? below);
}

function popLayer(drawing: Drawing, composition: Context['globalCompositeOperation'] | undefined): void {
  const layer = drawing.layers.pop();
  drawing.targets.pop();
  if (layer === undefined) return;
  const below = targetOf(drawing);
  below.context.globalAlpha = 1;
  below.context.globalCompositeOperation = composition ?? 'source-over';
  if (composition !== undefined) drawLayer(below, layer);
  closeLayer(drawing.painter, layer);
}

/** Fills what the clips leave open with a style that has the coordinates in force, or others within them. */
function flood(
  drawing: Drawing,
  style: (context: Context) => Context['fillStyle'],
  coordinates: Matrix = identity,
): void {
  const { context, box, matrix } = targetOf(drawing);
  const own = multiply(multiply(matrix, matrixOf(drawing)), coordinates);
  if (invert(own) === undefined) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  // Not `setTransform`, which takes the path along.
  context.transform(...own);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = style(context);
  context.fill();
}

const cssOfFont = ({ red, green, blue, alpha }: FontColor): string =>
  `rgba(${red},${green},${blue},${alpha / 255})`;

/** Stops from 0 to 1, and where these two lie between the font's own 0 and 1. */
function normalStops({ colorStops }: ColorLine): { from: number; to: number; stops: [number, string][] } {
  const sorted = colorStops.toSorted((one, other) => one.offset - other.offset);
  const from = sorted[0]?.offset ?? 0;
  const to = sorted.at(-1)?.offset ?? 1;
  const length = to - from || 1;
  return { from, to, stops: sorted.map(({ offset, color }) => [(offset - from) / length, cssOfFont(color)]) };
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

function addStops<G extends { addColorStop: (offset: number, color: string) => void }>(
  gradient: G,
  stops: readonly [number, string][],
): G {
  for (const [offset, css] of stops) gradient.addColorStop(offset, css);
  return gradient;
}

function floodLinear(drawing: Drawing, line: ColorLine, axes: Matrix): void {
  const [x0, y0, x1, y1] = gradientLine(axes);
  const { from, to, stops } = normalStops(line);
  const x = (share: number): number => between(x0, x1, share);
  const y = (share: number): number => between(y0, y1, share);
  flood(drawing, (context) => addStops(context.createLinearGradient(x(from), y(from), x(to), y(to)), stops));
}

type Circle = readonly [x: number, y: number, radius: number];

function floodRadial(drawing: Drawing, line: ColorLine, inner: Circle, outer: Circle): void {
  const { from, to, stops } = normalStops(line);
  const at = (share: number): [number, number, number] => [
    between(inner[0], outer[0], share),
    between(inner[1], outer[1], share),
    Math.max(0, between(inner[2], outer[2], share)),
  ];
  flood(drawing, (context) => addStops(context.createRadialGradient(...at(from), ...at(to)), stops));
}

function floodSweep(drawing: Drawing, line: ColorLine, x: number, y: number, angles: [number, number]): void {
  const stops = line.colorStops.map(({ offset, color }): [number, string] => {
    const turn = between(...angles, offset) / (2 * Math.PI);
    return [Math.min(1, Math.max(0, turn)), cssOfFont(color)];
  });
  const coordinates = multiply(translation(x, y), fromTheRight);
  flood(drawing, (context) => addStops(context.createConicGradient(0, 0, 0), stops), coordinates);
}

function createInstructions(): PaintFuncs {
  const funcs = new PaintFuncs();
  const drawingOf = (paintData: unknown): Drawing => paintData as Drawing;
  funcs.setPushTransformFunc((xx, yx, xy, yy, dx, dy, paintData) => {
    const { matrices } = drawingOf(paintData);
    matrices.push(multiply(matrices.at(-1)!, [xx, yx, xy, yy, dx, dy]));
  });
  funcs.setPopTransformFunc((paintData) => drawingOf(paintData).matrices.pop());
  funcs.setPushClipGlyphFunc((glyphId, _font, paintData) => {
    const drawing = drawingOf(paintData);
    pushClip(drawing, (context) => context.clip(glyphPath(drawing.glyph.face, glyphId) ?? new Path2D()));
  });
  funcs.setPushClipRectangleFunc((left, bottom, right, top, paintData) =>
    pushClip(drawingOf(paintData), (context) => {
      context.beginPath();
      context.rect(left, -top, right - left, top - bottom);
      context.clip();
    }),
  );
  funcs.setPopClipFunc((paintData) => targetOf(drawingOf(paintData)).context.restore());
  funcs.setPushGroupFunc((paintData) => pushLayer(drawingOf(paintData)));
  funcs.setPopGroupFunc((mode, paintData) => popLayer(drawingOf(paintData), compositionsByMode[mode]));
  funcs.setColorFunc((_isForeground, color, paintData) =>
    flood(drawingOf(paintData), () => cssOfFont(color)),
  );
  funcs.setLinearGradientFunc((line, x0, y0, x1, y1, x2, y2, paintData) =>
    floodLinear(drawingOf(paintData), line, [x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0, y0]),
  );
  funcs.setRadialGradientFunc((line, x0, y0, r0, x1, y1, r1, paintData) =>
    floodRadial(drawingOf(paintData), line, [x0, y0, r0], [x1, y1, r1]),
  );
  funcs.setSweepGradientFunc((line, x, y, start, end, paintData) =>
    floodSweep(drawingOf(paintData), line, x, y, [start, end]),
  );
  return funcs;
}

let instructions: PaintFuncs | undefined;

/** Draws a glyph with the colours of its font; the matrix leads from font units, y upwards, to the scene. */
export function drawColorGlyph(
  painter: Painter,
  target: Target,
  glyph: PlacedGlyph,
  matrix: Matrix,
  { foreground, ...marking }: GlyphInk,
): void {
  const ink = boundsOnScene(glyph, matrix);
  const box = deviceBox(target, ink, 1, wholeSlack(target, { ink }));
  const layer = box && openLayer(painter, target, box);
  if (layer === undefined) return;
  instructions ??= createInstructions();
  const drawing: Drawing = { painter, glyph, matrices: [matrix], targets: [layer.target], layers: [] };
  glyph.face.font.paintGlyph(glyph.glyphId, instructions, drawing, 0, foreground);
  setMarking(target, marking);
  drawLayer(target, layer);
  closeLayer(painter, layer);
}

function boundsOnScene({ face, glyphId }: PlacedGlyph, matrix: Matrix): Bounds {
  return transformBounds(coloredBox(face, glyphId) ?? emptyBounds, matrix);
}
