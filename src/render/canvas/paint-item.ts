import { invert } from '../geometry/matrix.ts';
import type { Outline, SceneGroup, SceneItem } from '../scene/scene.ts';
import { addsUp, holdsAddingUp, paintUponPixels } from './add-up.ts';
import { areasOf } from './area.ts';
import { drawBackdropEffects } from './backdrop-effects.ts';
import { compositionOf } from './blend-modes.ts';
import { clipToOutline } from './clip.ts';
import { compositeLayer, lay, layerReach } from './composite-layer.ts';
import { drawItemsCut } from './cut-exactly.ts';
import { drawBehind, drawInFront } from './effects.ts';
import { needsLayer } from './isolation.ts';
import { type Marking, plainMarking } from './marking.ts';
import { paintMasked } from './paint-masked.ts';
import { paintShape } from './paint-shape.ts';
import { paintText } from './paint-text.ts';
import {
  closeLayer,
  type DeviceBox,
  deviceBox,
  isInSight,
  openLayer,
  type Painter,
  sharedBox,
  type Target,
} from './target.ts';
import { boundsWithin, spendWhole, wholeBox } from './whole-box.ts';
import { isUncut } from './within-outline.ts';

/** Draws items one over the other, each faded by alpha. */
export function paintItems(
  painter: Painter,
  target: Target,
  items: readonly SceneItem[],
  alpha: number,
): void {
  for (const item of items) paintItem(painter, target, item, alpha);
}

function paintItem(painter: Painter, target: Target, item: SceneItem, alpha: number): void {
  if (painter.isPast?.(item)) return;
  const faded = alpha * item.opacity;
  if (!(faded > 0) || !isInSight(target, item.bounds, 1 + (painter.tailPx ?? 0))) return;
  const whole = wholeBox(painter, target, item);
  if (whole !== undefined && whole !== 'exactly') {
    drawBackdropEffects(painter, target, item, faded);
    if (!paintWhole(painter, target, item, faded, whole)) paintSettled(painter, target, item, faded);
    return;
  }
  if (target.isVector && addsUp(item) && paintAddingUp(painter, target, item, faded)) return;
  paintOver(painter, exactlyIf(whole === 'exactly', target), item, faded);
}

/** How an item is drawn says nothing of those in it. */
const exactlyIf = (isExact: boolean, target: Target): Target =>
  (target.isExact ?? false) === isExact ? target : { ...target, isExact };

const paintAddingUp = (painter: Painter, target: Target, item: SceneItem, alpha: number): boolean =>
  paintUponPixels(painter, target, item, {
    reach: layerReach(target, item),
    paint: (on) => paintOver(painter, on, item, alpha),
  });

function paintOver(painter: Painter, target: Target, item: SceneItem, alpha: number): void {
  drawBackdropEffects(painter, target, item, alpha);
  paintSettled(painter, target, item, alpha);
}

/** Draws an item faded by alpha, its own opacity included. */
function paintSettled(painter: Painter, target: Target, item: SceneItem, alpha: number): void {
  if (needsLayer(item, alpha)) paintApart(painter, target, item, alpha);
  else paintHere(painter, target, item, { alpha, composition: compositionOf(target, item.blendMode) });
}

/**
 * Paints the whole of an item on a layer, cut by the outline, and lays that down; false where no memory is left for it.
 * What the end of the layer cuts of those in it is painted as a whole in turn, as where no layer ends.
 */
function paintWhole(
  painter: Painter,
  target: Target,
  item: SceneItem,
  alpha: number,
  box: DeviceBox,
  outline?: Outline,
): boolean {
  const layer = openLayer(painter, { ...target, shown: box }, box);
  if (layer === undefined) return false;
  spendWhole(painter, box);
  if (outline !== undefined) clipToOutline(layer.target, outline);
  paintSettled(painter, layer.target, item, 1);
  lay(target, layer, item, alpha);
  closeLayer(painter, layer);
  return true;
}

/** Paints what is seen of an item, cut to the outline px by px; false where it cannot be done. */
function paintCutExactly(
  painter: Painter,
  target: Target,
  item: SceneItem,
  alpha: number,
  outline: Outline,
): boolean {
  const bounds = boundsWithin(item, outline);
  return drawItemsCut(painter, target, { bounds, areas: areasOf(outline, bounds) }, [item], alpha);
}

/** Paints an item on a layer of its own and lays that down as a whole. */
function paintApart(painter: Painter, target: Target, item: SceneItem, alpha: number): void {
  const box = deviceBox(target, item.bounds, 1, layerReach(target, item));
  const layer = box && openLayer(painter, target, box, needsPixels(target, item) ? 'pixels' : 'as-below');
  if (layer === undefined) return;
  paintHere(painter, layer.target, item, plainMarking);
  compositeLayer(painter, target, layer, item, alpha);
  closeLayer(painter, layer);
}

/** Effects on the whole of an item read its pixels, and on a layer of vectors nothing can be added up. */
const needsPixels = (target: Target, item: SceneItem): boolean =>
  layerReach(target, item) > 0 || (target.isVector && holdsAddingUp(item));

function paintHere(painter: Painter, target: Target, item: SceneItem, marking: Marking): void {
  drawBehind(painter, target, item, marking);
  paintMarks(painter, target, item, marking);
  drawInFront(painter, target, item, marking);
}

function paintMarks(painter: Painter, target: Target, item: SceneItem, marking: Marking): void {
  if (item.kind === 'shape') paintShape(painter, target, item, marking);
  else if (item.kind === 'text') paintText(painter, target, item, marking);
  else if (item.kind === 'masked') paintMasked(painter, target, item, marking.alpha);
  else paintGroup(painter, target, item, marking.alpha);
}

function paintGroup(painter: Painter, target: Target, group: SceneGroup, alpha: number): void {
  if (group.clip === undefined) {
    paintItems(painter, target, group.children, alpha);
    return;
  }
  const box = deviceBox(target, group.ink);
  if (box === undefined) return;
  paintCut(painter, { ...target, box: sharedBox(target.box, box) }, group.children, group.clip, alpha);
}

/** Draws items, those cut by the outline that it cuts. */
function paintCut(
  painter: Painter,
  target: Target,
  items: readonly SceneItem[],
  outline: Outline,
  alpha: number,
): void {
  const back = invert(outline.matrix);
  let isCutting = false;
  for (const item of items) {
    const isCut = back === undefined || !isUncut(target, item, outline, back);
    const whole = isCut ? wholeBox(painter, target, item, outline) : undefined;
    if (whole !== undefined) {
      if (isCutting) target.context.restore();
      isCutting = false;
      const isPainted =
        whole === 'exactly'
          ? paintCutExactly(painter, target, item, alpha, outline)
          : paintWhole(painter, target, item, alpha * item.opacity, whole, outline);
      if (isPainted) continue;
    }
    if (isCut && !isCutting) {
      target.context.save();
      clipToOutline(target, outline);
    } else if (isCutting && !isCut) target.context.restore();
    isCutting = isCut;
    paintItem(painter, target, item, alpha);
  }
  if (isCutting) target.context.restore();
}
