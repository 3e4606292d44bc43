import { type Path, PathPen } from '../geometry/path.ts';
import { glyphOutline } from './font-face.ts';
import type { PlacedGlyph } from './place-line.ts';

/** The outlines of glyphs as one path, in px of their text's box. */
export function glyphsPath(glyphs: Iterable<PlacedGlyph>): Path {
  const pen = new PathPen();
  for (const glyph of glyphs) drawGlyph(pen, glyph);
  return pen.path();
}

function drawGlyph(pen: PathPen, { face, glyphId, x, y, size }: PlacedGlyph): void {
  const { verbs, points } = glyphOutline(face, glyphId);
  const scale = size / face.metrics.unitsPerEm;
  let at = 0;
  const nextX = (): number => x + points[at++]! * scale;
  const nextY = (): number => y - points[at++]! * scale;
  for (const verb of verbs) {
    if (verb === 'M') pen.moveTo(nextX(), nextY());
    else if (verb === 'L') pen.lineTo(nextX(), nextY());
    else if (verb === 'Q') pen.quadTo(nextX(), nextY(), nextX(), nextY());
    else if (verb === 'C') pen.cubicTo(nextX(), nextY(), nextX(), nextY(), nextX(), nextY());
    else pen.close();
  }
}
