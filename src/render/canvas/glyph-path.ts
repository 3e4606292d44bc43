import { Path2D } from '@napi-rs/canvas';
import { type FontFace, glyphOutline } from '../text/font-face.ts';
import { svgPathOf } from '../text/glyph-outline.ts';

/** Faces keep the paths of this many glyphs; beyond it they are made anew. */
const mostKept = 20_000;

const paths = new WeakMap<FontFace, Map<number, Path2D | undefined>>();

/** The outline of a glyph in font units, y downwards, never to be changed; undefined where it is blank. */
export function glyphPath(face: FontFace, glyphId: number): Path2D | undefined {
  const ofFace = paths.get(face) ?? new Map<number, Path2D | undefined>();
  paths.set(face, ofFace);
  if (ofFace.has(glyphId)) return ofFace.get(glyphId);
  if (ofFace.size >= mostKept) ofFace.clear();
  const outline = glyphOutline(face, glyphId);
  const path = outline.verbs === '' ? undefined : new Path2D(svgPathOf(outline));
  ofFace.set(glyphId, path);
  return path;
}
