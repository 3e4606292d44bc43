import type { Bounds } from '../geometry/bounds.ts';
import { multiply } from '../geometry/matrix.ts';
import { boundsOfSize, grow, intersect, transformBounds, unite } from '../scene/boxes.ts';
import type { Outline, SceneItem, SceneMasked, SceneShape, SceneText } from '../scene/scene.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { hasDashes, isCurved, isLarge, isLevelRectangle, isRounding, isSharp, radiusOf } from './curved.ts';
import { isEdgeInSight } from './edge-in-sight.ts';
import { isBelow } from './fill-words.ts';
import { glyphBox } from './glyph-box.ts';
import { glyphRunsOf, glyphScale } from './glyph-marks.ts';
import { hullOf, isHeld } from './hull.ts';
import { looksBelowItself, marksBlend } from './isolation.ts';
import { isClip } from './paint-masked.ts';
import { type DeviceBox, deviceBox, isInSight, type Painter, type Target } from './target.ts';
import { turnedImages } from './turned-images.ts';

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
  if (target.shown === undefined) return undefined;
  const bounds = boundsWithin(item, outline);
  const tail = 1 + (painter.tailPx ?? 0);
  if (outline !== undefined && !isInSight(target, bounds, tail)) return undefined;
  const box = deviceBox(target, bounds, tail, Infinity);
  if (box === undefined) return undefined;
  const blends = outline === undefined ? marksBlend(item) : looksBelowItself(item);
  const isLetters = item.kind === 'text' && outline === undefined;
  if (blends || (areaOf(box) > largestPx && !isLetters))
    return isCurved(painter, target, item, outline) && isEdgeInSight(painter, target, item, outline)
      ? 'exactly'
      : undefined;
  const hull = hullOf(item, outline);
  const isCutHere = isCut(target, item.ink) && isCutInCurve(painter, target, item, outline);
  if (!isCutHere && !isBeyond(target, hull)) return undefined;
  const whole = deviceBox(target, withHull(bounds, hull), tail, Infinity);
  return whole === undefined || !isWholeAllowed(painter, whole) ? 'exactly' : whole;
}

/** Whether any of the points that make curves lies where the library cuts these. */
const isBeyond = (target: Target, hull: Bounds | undefined): boolean =>
  hull !== undefined && !isHeld(target, hull);

const withHull = (bounds: Bounds, hull: Bounds | undefined): Bounds =>
  hull === undefined ? bounds : unite(bounds, hull);

/** Whether so much may still be painted as a whole. */
export const isWholeAllowed = ({ wholePx }: Painter, box: DeviceBox): boolean =>
  areaOf(box) <= Math.min(largestPx, wholePx?.left ?? 0);

/** How tiles paint alike what an item casts or covers: here, all of it on a layer, or by the exact share of each px. */
export type Casting = 'here' | 'whole' | 'exactly';

/** The same for what is cast by the one area of `shape`, or by all marks of the item where there is none such. */
export function castingOf(painter: Painter, target: Target, item: SceneItem, shape?: SceneShape): Casting {
  if (target.isExact) return 'exactly';
  if (target.shown === undefined || (shape !== undefined && isSharp(shape.outline))) return 'here';
  const box = castingBox(target, item);
  if (box === undefined) return 'here';
  if (areaOf(box) > largestPx) return 'exactly';
  const isCutHere = isCut(target, item.ink) && (shape === undefined || isShapeCut(painter, target, shape));
  if (!isCutHere && !isBeyond(target, hullOf(shape ?? item, undefined))) return 'here';
  return isWholeAllowed(painter, box) ? 'whole' : 'exactly';
}

/** The box of all that an item covers, and of the points that make its curves. */
export const castingBox = (target: Target, item: SceneItem): DeviceBox | undefined =>
  deviceBox(target, withHull(item.ink, hullOf(item, undefined)), 1, Infinity);

/** How far beyond what is seen something is drawn that the edge of that goes through: all of it, where that is not too much. */
export function wholeSlack(target: Target, { ink }: Pick<SceneItem, 'ink'>): number {
  const box = isCut(target, ink) ? deviceBox(target, ink, 0, Infinity) : undefined;
  return box !== undefined && areaOf(box) <= largestPx ? Infinity : 0;
}

/** Counts what was painted as a whole against what a tile may paint so. */
export function spendWhole({ wholePx }: Painter, box: DeviceBox): void {
  if (wholePx !== undefined) wholePx.left -= areaOf(box);
}

const areaOf = ({ width, height }: DeviceBox): number => width * height;

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
  if (item.kind === 'shape') return isShapeCut(painter, target, item);
  if (item.kind === 'text') return isTextCut(painter, target, item);
  return item.kind === 'masked' && isClip(item) && isMaskCut(painter, target, item);
}

/** Parts of masks are not looked at one by one. */
const isMaskCut = (painter: Painter, target: Target, { mask }: SceneMasked): boolean =>
  'children' in mask || isCutInCurve(painter, target, mask, undefined);

function isOutlineCut(target: Target, outline: Outline): boolean {
  if (!isLevelRectangle(outline)) return isCut(target, boxOf(outline));
  return radiusOf(outline) > 0 && isCornerCut(target, outline, 0);
}

/** Whether the edge goes through a round corner of a level rectangle, whose stroke reaches `reach` beyond it. */
function isCornerCut(target: Target, outline: Outline, reach: number): boolean {
  const radius = radiusOf(outline);
  const { matrix, size } = outline;
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

function isShapeCut(painter: Painter, target: Target, shape: SceneShape): boolean {
  const { outline, stroke } = shape;
  if (!isLevelRectangle(outline) || (stroke !== undefined && hasDashes(stroke))) return true;
  if (turnedImages(painter, shape).length > 0) return true;
  if (isSharp(outline) && (stroke === undefined || !isRounding(stroke))) return false;
  return isCornerCut(target, outline, stroke?.weight ?? 0);
}

/** Whether the edge goes through a letter. */
function isTextCut(painter: Painter, target: Target, item: SceneText): boolean {
  if (item.stroke !== undefined || turnedImages(painter, item).length > 0) return true;
  return glyphRunsOf(item).some(
    (run) =>
      !isBelow(painter.wordsBelowPx ?? 0, target, item, run) &&
      run.glyphs.some((glyph) => cutLetter(target, item, glyph) !== undefined),
  );
}

/** The box in the scene of a letter that the edge goes through. */
export function cutLetter(target: Target, item: SceneText, glyph: PlacedGlyph): Bounds | undefined {
  const bounds = letterBox(target, item, glyph);
  return bounds !== undefined && (glyph.face.color || isCut(target, bounds)) ? bounds : undefined;
}

/** The box in the scene of a letter that is large enough to be cut. */
export function letterBox(target: Target, item: SceneText, glyph: PlacedGlyph): Bounds | undefined {
  if (!isLarge(target, glyph)) return undefined;
  const box = glyphBox(glyph.face, glyph.glyphId);
  const scale = glyphScale(glyph);
  return box && transformBounds(box, multiply(item.matrix, [scale, 0, 0, scale, glyph.x, glyph.y]));
}
