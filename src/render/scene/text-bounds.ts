import type { Bounds } from '../geometry/bounds.ts';
import { coloredBox, glyphColors } from '../text/colored-glyphs.ts';
import type { Decoration } from '../text/decorations.ts';
import { type FontFace, glyphOutline } from '../text/font-face.ts';
import type { GlyphOutline } from '../text/glyph-outline.ts';
import type { TextLayout } from '../text/layout.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { emptyBounds, unite } from './boxes.ts';

const boxes = new WeakMap<GlyphOutline, Bounds>();

/** The box of a glyph in font units, y upwards. Fonts put points on the outermost places of their curves. */
function boxOf(outline: GlyphOutline): Bounds {
  const known = boxes.get(outline);
  if (known) return known;
  let box = emptyBounds;
  const { points } = outline;
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    box = unite(box, { left: x, right: x, top: y, bottom: y });
  }
  boxes.set(outline, box);
  return box;
}

/** The same of a glyph that has an outline, or colours of its own; where these are a picture either may be drawn. */
function boxOfGlyph({ face, glyphId }: PlacedGlyph): Bounds {
  const colored = coloredBox(face, glyphId) ?? emptyBounds;
  if (glyphColors(face, glyphId) === 'instructions') return colored;
  return unite(colored, boxOf(glyphOutline(face, glyphId)));
}

const scaleOf = (face: FontFace, size: number): number => size / face.metrics.unitsPerEm;

type Marks = Readonly<{ glyphs: readonly PlacedGlyph[]; decorations: readonly Decoration[] }>;

const boxesOfLayouts = new WeakMap<TextLayout, Bounds>();

/** The box around the glyphs and lines of a text, in px of its node's box: reckoned once, as layouts are kept. */
export function textBounds(layout: TextLayout): Bounds {
  const known = boxesOfLayouts.get(layout);
  if (known !== undefined) return known;
  const box = boundsOfLines(layout);
  boxesOfLayouts.set(layout, box);
  return box;
}

function boundsOfLines({ lines }: TextLayout): Bounds {
  let box = emptyBounds;
  for (const line of lines) box = unite(box, marksBounds(line));
  return box;
}

/** The box around some glyphs and lines of a text. */
export function marksBounds({ glyphs, decorations }: Marks): Bounds {
  let box = glyphsBounds(glyphs);
  for (const { x, y, width, height } of decorations)
    box = unite(box, { left: x, top: y, right: x + width, bottom: y + height });
  return box;
}

/** Plain numbers in a plain loop: a text has thousands of glyphs. */
function glyphsBounds(glyphs: readonly PlacedGlyph[]): Bounds {
  let { left, top, right, bottom } = emptyBounds;
  for (const glyph of glyphs) {
    const { face, glyphId, x, y } = glyph;
    const box = face.color ? boxOfGlyph(glyph) : boxOf(glyphOutline(face, glyphId));
    const scale = scaleOf(face, glyph.size);
    left = Math.min(left, x + box.left * scale);
    top = Math.min(top, y - box.bottom * scale);
    right = Math.max(right, x + box.right * scale);
    bottom = Math.max(bottom, y - box.top * scale);
  }
  return { left, top, right, bottom };
}
