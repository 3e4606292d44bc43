import type { Paint, SceneText, SolidPaint } from '../scene/scene.ts';
import { compositionOf, isPlainBlend } from './blend-modes.ts';
import { byColors, drawColoredGlyphs, inkOf } from './colored-glyphs.ts';
import { opaqueCss } from './css-color.ts';
import { isLarge } from './curved.ts';
import { fillArea } from './fill-area.ts';
import { fillGlyphs } from './fill-glyphs.ts';
import { fillLetters } from './fill-letters.ts';
import { fillWords, isBelow } from './fill-words.ts';
import { type GlyphRun, glyphRunsOf, runArea } from './glyph-marks.ts';
import { marksBlend } from './isolation.ts';
import { type Marking, plainMarking, setMarking } from './marking.ts';
import { paintStroke } from './paint-stroke.ts';
import { type Painter, setMatrix, type Target } from './target.ts';
import { cutLetter, letterBox } from './whole-box.ts';

/** Draws a text: the fills of each style, the strokes over them. */
export function paintText(painter: Painter, target: Target, item: SceneText, marking: Marking): void {
  for (const run of glyphRunsOf(item)) {
    const paints = item.fills[run.styleIndex] ?? [];
    const { plain, colored } = byColors(painter, run);
    for (const paint of paints) fillRun(painter, target, item, plain, paint, marking);
    if (paints.length > 0 && colored.length > 0)
      drawColoredGlyphs(painter, target, item, colored, inkOf(paints, marking));
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
  if (paint.kind === 'solid' && painter.drawAsText !== undefined) {
    setSolid(target, paint, marking);
    setMatrix(target, item.matrix);
    const left = painter.drawAsText(target, item, run);
    fillArea(painter, target, runArea(item, left), paint, marking);
  } else if (paint.kind === 'solid' && isBelow(painter.wordsBelowPx ?? 0, target, item, run)) {
    setSolid(target, paint, marking);
    fillWords(target, item, run);
  } else if (coversAll(paint, marking)) {
    fillOpaque(painter, target, item, run, paint);
  } else if (target.isVector || target.isExact || run.glyphs.some((glyph) => isLarge(target, glyph))) {
    fillArea(painter, target, runArea(item, run), paint, marking);
  } else {
    fillLetters(painter, target, item, run, paint, marking);
  }
}

function fillOpaque(
  painter: Painter,
  target: Target,
  item: SceneText,
  run: GlyphRun,
  paint: SolidPaint,
): void {
  const { left, cut } = byCut(target, item, run);
  setMarking(target, plainMarking);
  fillGlyphs(painter, target, item, left, opaqueCss(paint.color));
  if (cut.glyphs.length > 0) fillArea(painter, target, runArea(item, cut), paint, plainMarking);
}

/** What of a run is drawn exactly, and what is left. */
function byCut(
  target: Target,
  item: SceneText,
  run: GlyphRun,
): { readonly left: GlyphRun; readonly cut: GlyphRun } {
  const boxOf = marksBlend(item) ? letterBox : cutLetter;
  const glyphs = target.isExact ? run.glyphs.filter((glyph) => boxOf(target, item, glyph) !== undefined) : [];
  const cut: GlyphRun = { ...run, glyphs, decorations: [] };
  if (glyphs.length === 0) return { left: run, cut };
  const exact = new Set(glyphs);
  return { left: { ...run, glyphs: run.glyphs.filter((glyph) => !exact.has(glyph)) }, cut };
}

function setSolid(target: Target, paint: SolidPaint, marking: Marking): void {
  const { context } = target;
  context.globalAlpha = marking.alpha * paint.opacity * paint.color.a;
  context.globalCompositeOperation = compositionOf(target, paint.blendMode, marking.composition);
  context.fillStyle = opaqueCss(paint.color);
}
