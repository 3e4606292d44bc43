import type { Matrix } from '../geometry/matrix.ts';
import type { Outline, SceneItem, SceneShape, Stroke } from '../scene/scene.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { glyphRunsOf } from './glyph-marks.ts';
import { isClip } from './paint-masked.ts';
import type { Painter, Target } from './target.ts';
import { turnedImages } from './turned-images.ts';

/** The library draws edges differently at the end of its canvas, so that is kept out of sight. */
export const bleedPx = 16;

/** Whether an item, or the outline that cuts it, has any edge that is not straight and level. */
export function isCurved(
  painter: Painter,
  target: Target,
  item: SceneItem,
  outline: Outline | undefined,
): boolean {
  if (outline !== undefined && !isSharp(outline)) return true;
  if (item.kind === 'shape') return isShapeCurved(item) || turnedImages(painter, item).length > 0;
  if (item.kind === 'text')
    return (
      item.stroke !== undefined ||
      turnedImages(painter, item).length > 0 ||
      glyphRunsOf(item).some((run) => run.glyphs.some((glyph) => isLarge(target, glyph)))
    );
  return item.kind === 'masked' && isClip(item) && isMaskCurved(painter, target, item.mask);
}

const isMaskCurved = (painter: Painter, target: Target, mask: SceneItem): boolean =>
  'children' in mask || isCurved(painter, target, mask, undefined);

export const isSharp = (outline: Outline): boolean => isLevelRectangle(outline) && radiusOf(outline) === 0;

export const radiusOf = ({ form }: Outline): number =>
  form.kind === 'rectangle' ? Math.max(...form.radii) * (1 + form.smoothing) : 0;

const isShapeCurved = ({ outline, stroke }: SceneShape): boolean =>
  !isSharp(outline) || (stroke !== undefined && (hasDashes(stroke) || isRounding(stroke)));

export const hasDashes = ({ dashes }: Stroke): boolean => dashes.length > 0;

/** Whether a stroke makes the corners of a sharp rectangle round, or cuts them off. */
export const isRounding = ({ align, join }: Stroke): boolean => align !== 'INSIDE' && join !== 'MITER';

export const isLevelRectangle = ({ form, matrix }: Outline): boolean =>
  form.kind === 'rectangle' && isLevel(matrix);

export const isLevel = ({ 1: b, 2: c }: Matrix): boolean => b === 0 && c === 0;

/** Smaller letters are drawn alike by both: each ends before the canvas does, which is drawn that much larger than shown. */
const smallestLetterPx = bleedPx;

export const isLarge = ({ scale }: Target, { size }: PlacedGlyph): boolean =>
  size * scale >= smallestLetterPx;
