import type { Bounds } from '../geometry/bounds.ts';
import { glyphOutline } from '../text/font-face.ts';
import { keptByGlyph } from '../text/kept-by-glyph.ts';

/** The box around the points of a glyph's outline, in font units and y downwards; undefined where it is blank. */
export const glyphBox = keptByGlyph((face, glyphId): Bounds | undefined => {
  const { points } = glyphOutline(face, glyphId);
  return points.length === 0 ? undefined : boxOf(points);
});

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
