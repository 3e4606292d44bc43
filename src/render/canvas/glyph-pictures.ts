import { type Matrix, multiply } from '../geometry/matrix.ts';
import { transformBounds } from '../scene/boxes.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { type Marking, setMarking } from './marking.ts';
import { deviceBox, type Painter, setMatrix, type Target } from './target.ts';

/** Draws the picture that a font has of a glyph; the matrix leads from font units, y upwards, to the scene. */
export function drawGlyphPicture(
  painter: Painter,
  target: Target,
  { face, glyphId }: PlacedGlyph,
  matrix: Matrix,
  marking: Marking,
): void {
  const drawn = painter.glyphPictures?.get(face)?.get(glyphId);
  if (drawn === undefined) return;
  const { left, top, right, bottom } = drawn.box;
  if (deviceBox(target, transformBounds(drawn.box, matrix), 1) === undefined) return;
  const { context } = target;
  setMatrix(target, multiply(matrix, [right - left, 0, 0, top - bottom, left, bottom]));
  setMarking(target, marking);
  // From smaller copies where it gets smaller than half, as image fills.
  context.imageSmoothingQuality = 'medium';
  const { canvas } = drawn.image;
  context.drawImage(canvas, 0, 0, canvas.width, canvas.height, 0, 0, 1, 1);
}
