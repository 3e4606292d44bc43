import { Path2D } from '@napi-rs/canvas';
import { glyphOutline } from '../text/font-face.ts';
import { svgPathOf } from '../text/glyph-outline.ts';
import { keptByGlyph } from '../text/kept-by-glyph.ts';

/** The outline of a glyph in font units, y downwards, never to be changed; undefined where it is blank. */
export const glyphPath = keptByGlyph((face, glyphId): Path2D | undefined => {
  const outline = glyphOutline(face, glyphId);
  return outline.verbs === '' ? undefined : new Path2D(svgPathOf(outline));
});
