import type { Bounds } from '../geometry/bounds.ts';
import { emptyBounds, uniteAll } from '../scene/boxes.ts';
import type { Paint, SceneText, SolidPaint } from '../scene/scene.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { compositionOf, isPlainBlend } from './blend-modes.ts';
import { byColors, drawColoredGlyphs, inkOf } from './colored-glyphs.ts';
import { opaqueCss } from './css-color.ts';
import { fillArea } from './fill-area.ts';
import { fillGlyphs } from './fill-glyphs.ts';
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
  } else {
    fillArea(painter, target, runArea(item, run), paint, marking);
  }
}

function fillOpaque(
  painter: Painter,
  target: Target,
  item: SceneText,
  run: GlyphRun,
  paint: SolidPaint,
): void {
  const { left, cut, ink } = byCut(target, item, run);
  setMarking(target, plainMarking);
  fillGlyphs(painter, target, item, left, opaqueCss(paint.color));
  if (cut.glyphs.length > 0) fillArea(painter, target, { ...runArea(item, cut), ink }, paint, plainMarking);
}

/** What of a run is drawn exactly, the box of it, and what is left. */
function byCut(
  target: Target,
  item: SceneText,
  run: GlyphRun,
): { readonly left: GlyphRun; readonly cut: GlyphRun; readonly ink: Bounds } {
  const boxes = new Map<PlacedGlyph, Bounds>();
  const boxOf = marksBlend(item) ? letterBox : cutLetter;
  for (const glyph of target.isExact ? run.glyphs : []) {
    const box = boxOf(target, item, glyph);
    if (box !== undefined) boxes.set(glyph, box);
  }
  if (boxes.size === 0) return { left: run, cut: { ...run, glyphs: [] }, ink: emptyBounds };
  return {
    left: { ...run, glyphs: run.glyphs.filter((glyph) => !boxes.has(glyph)) },
    cut: { ...run, glyphs: [...boxes.keys()], decorations: [] },
    ink: uniteAll([...boxes.values()]),
  };
}

function setSolid(target: Target, paint: SolidPaint, marking: Marking): void {
  const { context } = target;
  context.globalAlpha = marking.alpha * paint.opacity * paint.color.a;
  context.globalCompositeOperation = compositionOf(target, paint.blendMode, marking.composition);
  context.fillStyle = opaqueCss(paint.color);
}
