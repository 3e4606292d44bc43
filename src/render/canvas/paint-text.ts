import { multiply } from '../geometry/matrix.ts';
import type { Paint, SceneText, SolidPaint } from '../scene/scene.ts';
import { compositionOf, isPlainBlend } from './blend-modes.ts';
import { byColors, drawColoredGlyphs, inkOf } from './colored-glyphs.ts';
import { opaqueCss } from './css-color.ts';
import { fillArea, type Marking } from './fill-area.ts';
import { fillWords, isBelow } from './fill-words.ts';
import { type GlyphRun, glyphRunsOf, glyphScale, runArea } from './glyph-marks.ts';
import { glyphPath } from './glyph-path.ts';
import { paintStroke } from './paint-stroke.ts';
import { type DeviceBox, type Painter, setMatrix, type Target } from './target.ts';

/** Draws a text: the fills of each style, the strokes over them. */
export function paintText(painter: Painter, target: Target, item: SceneText, marking: Marking): void {
  for (const run of glyphRunsOf(item)) {
    const paints = item.fills[run.styleIndex] ?? [];
    const { plain, colored } = byColors(run);
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
    setSolid(target, paint, marking);
    fillGlyphs(target, item, run);
  } else {
    fillArea(painter, target, runArea(item, run), paint, marking);
  }
}

function setSolid(target: Target, paint: SolidPaint, marking: Marking): void {
  const { context } = target;
  context.globalAlpha = marking.alpha * paint.opacity * paint.color.a;
  context.globalCompositeOperation = compositionOf(target, paint.blendMode, marking.composition);
  context.fillStyle = opaqueCss(paint.color);
}

/** How far ink reaches from where its glyph stands, in sizes of the font: more than any known script font has. */
const inkReach = 4;

/** Fills one glyph after the other, which the library does in half the time it takes for all as one path. */
function fillGlyphs(target: Target, item: SceneText, run: GlyphRun): void {
  const { context, box } = target;
  const [a, b, c, d, e, f] = multiply(target.matrix, item.matrix);
  const stretch = Math.hypot(a, b) + Math.hypot(c, d);
  for (const glyph of run.glyphs) {
    const { x, y } = glyph;
    const [left, top] = [a * x + c * y + e, b * x + d * y + f];
    if (isFarFrom(box, left, top, inkReach * glyph.size * stretch)) continue;
    const path = glyphPath(glyph.face, glyph.glyphId);
    if (path === undefined) continue;
    const s = glyphScale(glyph);
    context.setTransform(a * s, b * s, c * s, d * s, left, top);
    context.fill(path);
  }
  setMatrix(target, item.matrix);
  for (const { x, y, width, height } of run.decorations) context.fillRect(x, y, width, height);
}

const isFarFrom = (box: DeviceBox, x: number, y: number, px: number): boolean =>
  x < box.left - px || y < box.top - px || x > box.left + box.width + px || y > box.top + box.height + px;
