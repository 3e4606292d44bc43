import { multiply } from '../geometry/matrix.ts';
import type { Paint, SceneText, SolidPaint } from '../scene/scene.ts';
import { isPlainBlend } from './blend-modes.ts';
import { drawColorGlyph } from './color-glyph.ts';
import { opaqueCss } from './css-color.ts';
import { fillArea, type Marking } from './fill-area.ts';
import { type GlyphRun, glyphRunsOf, glyphScale, runArea } from './glyph-marks.ts';
import { glyphPath } from './glyph-path.ts';
import { paintStroke } from './paint-stroke.ts';
import { type Painter, type Target, useMatrix } from './target.ts';

/** Draws a text: the fills of each style, the strokes over them. */
export function paintText(painter: Painter, target: Target, item: SceneText, marking: Marking): void {
  for (const run of glyphRunsOf(item)) {
    const paints = item.fills[run.styleIndex] ?? [];
    for (const paint of paints) fillRun(painter, target, item, run, paint, marking);
    if (paints.length > 0) drawColorGlyphs(painter, target, item, run, marking);
  }
  if (item.stroke !== undefined) paintStroke(painter, target, item, item.stroke, marking);
}

const coversAll = (paint: Paint, { alpha, composition }: Marking): paint is SolidPaint =>
  paint.kind === 'solid' &&
  paint.color.a * paint.opacity * alpha === 1 &&
  isPlainBlend(paint.blendMode) &&
  composition === 'source-over';

function fillRun(
  painter: Painter,
  target: Target,
  item: SceneText,
  run: GlyphRun,
  paint: Paint,
  marking: Marking,
): void {
  if (coversAll(paint, marking)) fillGlyphs(target, item, run, paint);
  else fillArea(painter, target, runArea(item, run), paint, marking);
}

/** Fills one glyph after the other, which the library does in half the time it takes for all as one path. */
function fillGlyphs(target: Target, item: SceneText, run: GlyphRun, paint: SolidPaint): void {
  const { context } = target;
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = opaqueCss(paint.color);
  for (const glyph of run.glyphs) {
    const scale = glyphScale(glyph);
    useMatrix(target, multiply(item.matrix, [scale, 0, 0, scale, glyph.x, glyph.y]));
    context.fill(glyphPath(glyph.face, glyph.glyphId));
  }
  useMatrix(target, item.matrix);
  for (const { x, y, width, height } of run.decorations) context.fillRect(x, y, width, height);
}

/** Glyphs with colours of their own keep them, whatever the paints. */
function drawColorGlyphs(
  painter: Painter,
  target: Target,
  item: SceneText,
  run: GlyphRun,
  marking: Marking,
): void {
  for (const glyph of run.glyphs) {
    if (!glyph.face.color) continue;
    const scale = glyphScale(glyph);
    const matrix = multiply(item.matrix, [scale, 0, 0, -scale, glyph.x, glyph.y]);
    drawColorGlyph(painter, target, glyph, matrix, marking);
  }
}
