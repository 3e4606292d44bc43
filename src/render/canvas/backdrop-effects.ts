import type { BlurEffect, GlassEffect, SceneItem } from '../scene/scene.ts';
import { drawBlurred, reachOf, sigmaOf } from './blur.ts';
import { clipToItem, outlineAreas } from './clip.ts';
import { drawCut } from './cut-exactly.ts';
import { type Marking, setMarking } from './marking.ts';
import { drawProgressively } from './progressive-blur.ts';
import {
  closeLayer,
  copyBelow,
  type DeviceBox,
  deviceBox,
  drawLayer,
  type Layer,
  layerOn,
  openLayer,
  type Painter,
  type Target,
} from './target.ts';
import { castingBox, castingOf, spendWhole } from './whole-box.ts';

const isOfBackdrop = (effect: SceneItem['effects'][number]): effect is BlurEffect | GlassEffect =>
  effect.kind === 'background-blur' || effect.kind === 'glass';

/** What was drawn so far, in a box. Where there are no pixels to read, all that lies below the item is drawn again. */
function copyBackdrop(painter: Painter, target: Target, item: SceneItem, box: DeviceBox): Layer | undefined {
  const copy = openLayer(painter, target, box, 'pixels');
  if (copy === undefined) return undefined;
  if (target.isVector) painter.paintBelow?.(copy.target, item);
  else copyBelow(copy, target);
  return copy;
}

/** Draws what lies below an item blurred, as far as the item's outlines reach. */
export function drawBackdropEffects(painter: Painter, target: Target, item: SceneItem, alpha: number): void {
  if (item.effects.length === 0) return;
  const effect = item.effects.find(isOfBackdrop);
  const box = effect && deviceBox(target, item.ink);
  if (effect === undefined || box === undefined) return;
  const radius = Math.max(effect.radius, ('progressive' in effect && effect.progressive?.startRadius) || 0);
  const whole = deviceBox(target, item.ink, reachOf(sigmaOf(radius, target)));
  const backdrop = whole && copyBackdrop(painter, target, item, whole);
  if (backdrop === undefined) return;
  const blurred = openLayer(painter, target, box, 'pixels');
  if (blurred !== undefined) {
    blurBackdrop(painter, blurred, backdrop, item, effect);
    layWithin(painter, target, blurred, item, alpha);
    closeLayer(painter, blurred);
  }
  closeLayer(painter, backdrop);
}

/** Lays a layer down as far as an item's outlines reach: alike in every tile where a border goes through their curves. */
function layWithin(painter: Painter, target: Target, layer: Layer, item: SceneItem, alpha: number): void {
  const marking: Marking = { alpha, composition: 'source-over' };
  const casting = castingOf(painter, target, item, item.kind === 'shape' ? item : undefined);
  if (casting === 'whole' && layWhole(painter, target, layer, item, marking)) return;
  const cut = { bounds: item.ink, areas: outlineAreas(item) };
  const lay = (on: Layer): void => drawLayer(on.target, layerOn(on, layer));
  if (casting === 'exactly' && drawCut(painter, target, cut, lay, marking)) return;
  target.context.save();
  clipToItem(target, item);
  setMarking(target, marking);
  drawLayer(target, layer);
  target.context.restore();
}

/** Cuts on a layer that holds the whole of the item; false where no memory is left for it. */
function layWhole(
  painter: Painter,
  target: Target,
  layer: Layer,
  item: SceneItem,
  marking: Marking,
): boolean {
  const box = castingBox(target, item);
  const whole = box && openLayer(painter, target, box, 'pixels');
  if (whole === undefined) return false;
  spendWhole(painter, whole);
  clipToItem(whole.target, item);
  drawLayer(whole.target, layerOn(whole, layer));
  setMarking(target, marking);
  drawLayer(target, whole);
  closeLayer(painter, whole);
  return true;
}

function blurBackdrop(
  painter: Painter,
  blurred: Layer,
  backdrop: Layer,
  item: SceneItem,
  effect: BlurEffect | GlassEffect,
): void {
  const source = layerOn(blurred, backdrop);
  const on = blurred.target;
  if (effect.kind === 'background-blur' && effect.progressive !== undefined)
    drawProgressively(painter, on, source, item, { ...effect, progressive: effect.progressive });
  else drawBlurred(on, source, sigmaOf(effect.radius, on), on.box);
}
