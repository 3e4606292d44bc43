import { multiply } from '../geometry/matrix.ts';
import type { Paint, SceneText, SolidPaint } from '../scene/scene.ts';
import { glyphColors } from '../text/colored-glyphs.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { drawColorGlyph, type GlyphInk } from './color-glyph.ts';
import { type GlyphRun, glyphScale } from './glyph-marks.ts';
import { drawGlyphPicture } from './glyph-pictures.ts';
import type { Marking } from './marking.ts';
import type { Painter, Target } from './target.ts';

/** Whether a glyph is drawn in colours of its own here: those of a picture only where that could be unpacked. */
function isDrawnInColors({ glyphPictures }: Painter, { face, glyphId }: PlacedGlyph): boolean {
  const colors = glyphColors(face, glyphId);
  return colors === 'picture' ? glyphPictures?.get(face)?.has(glyphId) === true : colors === 'instructions';
}

const none: readonly PlacedGlyph[] = [];
const isOfColorFont = ({ face }: PlacedGlyph): boolean => face.color;

/** A run without the glyphs that are drawn in colours of their own, and these. */
export function byColors(
  painter: Painter,
  run: GlyphRun,
): { readonly plain: GlyphRun; readonly colored: readonly PlacedGlyph[] } {
  if (!run.glyphs.some(isOfColorFont)) return { plain: run, colored: none };
  const colored = run.glyphs.filter((glyph) => glyph.face.color && isDrawnInColors(painter, glyph));
  if (colored.length === 0) return { plain: run, colored };
  const left = new Set(colored);
  return { plain: { ...run, glyphs: run.glyphs.filter((glyph) => !left.has(glyph)) }, colored };
}

const opacityOf = (paint: Paint): number =>
  paint.kind === 'solid' ? paint.opacity * paint.color.a : paint.opacity;

const isSolid = (paint: Paint): paint is SolidPaint => paint.kind === 'solid';

/** Of its text's fills such a glyph takes how opaque they are together; those that ask for it take the upper colour. */
export function inkOf(paints: readonly Paint[], { alpha, composition }: Marking): GlyphInk {
  const transparency = paints.reduce((rest, paint) => rest * (1 - opacityOf(paint)), 1);
  const { r, g, b } = paints.findLast(isSolid)?.color ?? { r: 0, g: 0, b: 0 };
  const [red, green, blue] = [r, g, b].map((value) => Math.round(255 * value)) as [number, number, number];
  const foreground = { red, green, blue, alpha: 255 };
  return { alpha: alpha * (1 - transparency), composition, foreground };
}

/** Draws glyphs with the colours of their font, whatever the paints. */
export function drawColoredGlyphs(
  painter: Painter,
  target: Target,
  item: SceneText,
  glyphs: readonly PlacedGlyph[],
  ink: GlyphInk,
): void {
  for (const glyph of glyphs) {
    const scale = glyphScale(glyph);
    const matrix = multiply(item.matrix, [scale, 0, 0, -scale, glyph.x, glyph.y]);
    if (glyphColors(glyph.face, glyph.glyphId) === 'picture')
      drawGlyphPicture(painter, target, glyph, matrix, ink);
    else drawColorGlyph(painter, target, glyph, matrix, ink);
  }
}
