import { Path2D } from '@napi-rs/canvas';
import { type FontFace, glyphOutline } from '../text/font-face.ts';
import { svgPathOf } from '../text/glyph-outline.ts';

/** Faces keep the paths of this many glyphs; beyond it they are made anew. */
const mostKept = 20_000;

const paths = new WeakMap<FontFace, Map<number, Path2D>>();

/** The outline of a glyph in font units, y downwards; never to be changed. */
export function glyphPath(face: FontFace, glyphId: number): Path2D {
  const ofFace = paths.get(face) ?? new Map<number, Path2D>();
  paths.set(face, ofFace);
  const known = ofFace.get(glyphId);
  if (known !== undefined) return known;
  if (ofFace.size >= mostKept) ofFace.clear();
  const path = new Path2D(svgPathOf(glyphOutline(face, glyphId)));
  ofFace.set(glyphId, path);
  return path;
}
