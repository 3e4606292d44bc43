import type { BlurEffect, GlassEffect, SceneItem } from '../scene/scene.ts';
import { drawBlurred, reachOf, sigmaOf } from './blur.ts';
import { clipToItem } from './clip.ts';
import { drawProgressively } from './progressive-blur.ts';
import {
  closeLayer,
  type DeviceBox,
  deviceBox,
  drawLayer,
  type Layer,
  layerOn,
  openLayer,
  type Painter,
  type Target,
} from './target.ts';

const isOfBackdrop = (effect: SceneItem['effects'][number]): effect is BlurEffect | GlassEffect =>
  effect.kind === 'background-blur' || effect.kind === 'glass';

/** What was drawn so far, in a box. Where there are no pixels to read, all that lies below the item is drawn again. */
function copyBackdrop(painter: Painter, target: Target, item: SceneItem, box: DeviceBox): Layer | undefined {
  const copy = openLayer(painter, target, box, 'pixels');
  if (copy === undefined) return undefined;
  const { left, top, width, height } = box;
  if (target.isVector) painter.paintBelow?.(copy.target, item);
  else copy.target.context.drawImage(target.canvas, left, top, width, height, 0, 0, width, height);
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
    target.context.save();
    clipToItem(target, item);
    target.context.globalAlpha = alpha;
    target.context.globalCompositeOperation = 'source-over';
    drawLayer(target, blurred);
    target.context.restore();
    closeLayer(painter, blurred);
  }
  closeLayer(painter, backdrop);
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
