import type { Bounds } from '../geometry/bounds.ts';
import { type Matrix, multiply } from '../geometry/matrix.ts';
import { boundsOfSize, grow, intersect, transformBounds } from '../scene/boxes.ts';
import type { Outline, Paint, SceneItem, SceneMasked, SceneShape, SceneText } from '../scene/scene.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { isBelow } from './fill-words.ts';
import { glyphBox } from './glyph-box.ts';
import { glyphRunsOf, glyphScale } from './glyph-marks.ts';
import { looksBelowItself, marksBlend } from './isolation.ts';
import { isClip } from './paint-masked.ts';
import { type DeviceBox, deviceBox, type Painter, type Target } from './target.ts';

/** The library draws edges differently at the end of its canvas, so that is kept out of sight. */
export const bleedPx = 16;

/** What is larger takes too long. */
const largestPx = 2 ** 20;

/**
 * The box of the whole of an item, in px of the target, where the edge of what is shown meets a curve of the item or of
 * the outline that cuts it. The library draws a curve otherwise where its canvas ends or begins elsewhere, so tiles beside
 * each other agree only if both cut what they show of it from the same picture. Undefined where they agree anyway;
 * 'exactly' where its edges are to be drawn by the exact share of each px: it would take too long as a whole, or looks
 * like what lies below it.
 */
export function wholeBox(
  painter: Painter,
  target: Target,
  item: SceneItem,
  outline?: Outline,
): DeviceBox | 'exactly' | undefined {
  if (!isCut(target, item.ink) || !isCutInCurve(painter, target, item, outline)) return undefined;
  const box = deviceBox(target, boundsWithin(item, outline), 1 + (painter.tailPx ?? 0), Infinity);
  const most = Math.min(largestPx, painter.wholePx?.left ?? 0);
  if (box === undefined) return undefined;
  if (areaOf(box) > most) return 'exactly';
  return (outline === undefined ? marksBlend(item) : looksBelowItself(item)) ? 'exactly' : box;
}

/** How far beyond what is seen something is drawn that the edge of that goes through: all of it, where that is not too much. */
export function wholeSlack(target: Target, { ink }: Pick<SceneItem, 'ink'>): number {
  const box = isCut(target, ink) ? deviceBox(target, ink, 0, Infinity) : undefined;
  return box !== undefined && areaOf(box) <= largestPx ? Infinity : 0;
}

export const areaOf = ({ width, height }: DeviceBox): number => width * height;

export const boundsWithin = ({ bounds }: SceneItem, outline: Outline | undefined): Bounds =>
  outline === undefined ? bounds : intersect(bounds, boxOf(outline));

const boxOf = ({ size, matrix }: Outline): Bounds => transformBounds(boundsOfSize(size), matrix);

/** Whether the edge of what is shown goes through a box of the scene, antialiasing included. */
function isCut({ shown, matrix }: Target, { left, top, right, bottom }: Bounds): boolean {
  if (shown === undefined) return false;
  const { 0: sx, 3: sy, 4: e, 5: f } = matrix;
  const [fromLeft, fromTop] = [sx * left + e - 1 - shown.left, sy * top + f - 1 - shown.top];
  const [toRight, toBottom] = [sx * right + e + 1 - shown.left, sy * bottom + f + 1 - shown.top];
  const isInside = fromLeft >= 0 && fromTop >= 0 && toRight <= shown.width && toBottom <= shown.height;
  const isSeen = fromLeft < shown.width && fromTop < shown.height && toRight > 0 && toBottom > 0;
  return isSeen && !isInside;
}

function isCutInCurve(
  painter: Painter,
  target: Target,
  item: SceneItem,
  outline: Outline | undefined,
): boolean {
  if (outline !== undefined && isOutlineCut(target, outline)) return true;
  if (item.kind === 'shape') return isShapeCut(target, item);
  if (item.kind === 'text') return isTextCut(painter, target, item);
  return item.kind === 'masked' && isClip(item) && isMaskCut(painter, target, item);
}

/** Whether the edge of what is shown meets a curve of an item or of those in it. */
export const isAnyCutInCurve = (painter: Painter, target: Target, item: SceneItem): boolean =>
  isCut(target, item.ink) &&
  ('children' in item
    ? item.children.some((child) => isAnyCutInCurve(painter, target, child))
    : isCutInCurve(painter, target, item, undefined));

/** Parts of masks are not looked at one by one. */
const isMaskCut = (painter: Painter, target: Target, { mask }: SceneMasked): boolean =>
  'children' in mask || isCutInCurve(painter, target, mask, undefined);

const isLevelRectangle = ({ form, matrix }: Outline): boolean => form.kind === 'rectangle' && isLevel(matrix);

const isLevel = ({ 1: b, 2: c }: Matrix): boolean => b === 0 && c === 0;

const isOutlineCut = (target: Target, outline: Outline): boolean =>
  isLevelRectangle(outline) ? isCornerCut(target, outline, 0) : isCut(target, boxOf(outline));

/** Whether the edge goes through a round corner of a level rectangle, whose stroke reaches `reach` beyond it. */
function isCornerCut(target: Target, { form, matrix, size }: Outline, reach: number): boolean {
  const radius = form.kind === 'rectangle' ? Math.max(...form.radii) * (1 + form.smoothing) : 0;
  if (radius === 0) return false;
  const { left, top, right, bottom } = grow(boundsOfSize(size), reach);
  const extent = radius + 2 * reach;
  const across = [
    { left, right: left + extent },
    { left: right - extent, right },
  ];
  const corners = across.flatMap((sides) => [
    { ...sides, top, bottom: top + extent },
    { ...sides, top: bottom - extent, bottom },
  ]);
  return corners.some((corner) => isCut(target, transformBounds(corner, matrix)));
}

/** The quarters of a diamond meet at edges that are not level. */
const isDiamond = (paint: Paint): boolean => paint.kind === 'gradient' && paint.shape === 'DIAMOND';

function isShapeCut(target: Target, { outline, fills, stroke }: SceneShape): boolean {
  const hasDashes = stroke !== undefined && stroke.dashes.length > 0;
  if (!isLevelRectangle(outline) || hasDashes || fills.some(isDiamond)) return true;
  return isCornerCut(target, outline, stroke?.weight ?? 0);
}

/** Smaller letters are drawn alike by both: each ends before the canvas does, which is drawn that much larger than shown. */
const smallestLetterPx = bleedPx;

/** Whether the edge goes through a letter. */
function isTextCut(painter: Painter, target: Target, item: SceneText): boolean {
  if (item.stroke !== undefined) return true;
  return glyphRunsOf(item).some(
    (run) =>
      !isBelow(painter.wordsBelowPx ?? 0, target, item, run) &&
      run.glyphs.some((glyph) => cutLetter(target, item, glyph) !== undefined),
  );
}

/** The box in the scene of a letter that the edge goes through. */
export function cutLetter(target: Target, item: SceneText, glyph: PlacedGlyph): Bounds | undefined {
  if (glyph.size * target.scale < smallestLetterPx) return undefined;
  const box = glyphBox(glyph.face, glyph.glyphId);
  const scale = glyphScale(glyph);
  const bounds = box && transformBounds(box, multiply(item.matrix, [scale, 0, 0, scale, glyph.x, glyph.y]));
  return bounds !== undefined && (glyph.face.color || isCut(target, bounds)) ? bounds : undefined;
}
