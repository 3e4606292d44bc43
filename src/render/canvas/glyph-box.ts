import type { Bounds } from '../geometry/bounds.ts';
import { type FontFace, glyphOutline } from '../text/font-face.ts';

/** Faces keep the boxes of this many glyphs; beyond it they are made anew. */
const mostKept = 20_000;

const boxes = new WeakMap<FontFace, Map<number, Bounds | undefined>>();

/** The box around the points of a glyph's outline, in font units and y downwards; undefined where it is blank. */
export function glyphBox(face: FontFace, glyphId: number): Bounds | undefined {
  const ofFace = boxes.get(face) ?? new Map<number, Bounds | undefined>();
  boxes.set(face, ofFace);
  if (ofFace.has(glyphId)) return ofFace.get(glyphId);
  if (ofFace.size >= mostKept) ofFace.clear();
  const { points } = glyphOutline(face, glyphId);
  const box = points.length === 0 ? undefined : boxOf(points);
  ofFace.set(glyphId, box);
  return box;
}

/** A font may give as many points as it likes. */
function boxOf(points: readonly number[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    left = Math.min(left, points[at]!);
    right = Math.max(right, points[at]!);
    top = Math.min(top, -points[at + 1]!);
    bottom = Math.max(bottom, -points[at + 1]!);
  }
  return { left, top, right, bottom };
}
