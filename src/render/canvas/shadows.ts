import { multiply } from '../geometry/matrix.ts';
import { grow, moveBounds } from '../scene/boxes.ts';
import type { SceneItem, ShadowEffect } from '../scene/scene.ts';
import type { Area } from './area.ts';
import { compositionOf } from './blend-modes.ts';
import { reachOf, sigmaOf } from './blur.ts';
import { clipOut } from './clip.ts';
import { opaqueCss } from './css-color.ts';
import { drawCut } from './cut-exactly.ts';
import type { Marking } from './marking.ts';
import { paintCover } from './paint-cover.ts';
import { castingArea, castingShape, isOpaque } from './shadow-casting.ts';
import { fillBlack } from './silhouette.ts';
import { spreadAlpha } from './spread-alpha.ts';
import {
  clipToBox,
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
import { castingOf, spendWhole } from './whole-box.ts';

/** Where a drop shadow can be seen. */
function shadowBox(
  target: Target,
  { ink }: SceneItem,
  effect: ShadowEffect,
  slack = 0,
): DeviceBox | undefined {
  const reach = reachOf(sigmaOf(effect.radius, target)) + Math.max(0, effect.spread) * target.scale;
  return deviceBox(target, moveBounds(ink, effect.offset.x, effect.offset.y), reach + 1, slack);
}

/** The colour and the mode of a shadow for what is drawn from now on. */
function setShadowPaint(target: Target, effect: ShadowEffect, marking: Marking): void {
  const { context } = target;
  context.globalAlpha = effect.color.a * marking.alpha;
  context.globalCompositeOperation = compositionOf(target, effect.blendMode, marking.composition);
}

/**
 * Makes what is drawn from now on cast a shadow `farPx` to the right of it and of the shadow's own offset. The
 * context's transform does not count for it.
 */
function setShadow(target: Target, effect: ShadowEffect, farPx: number): void {
  const { context, matrix } = target;
  context.shadowColor = opaqueCss(effect.color);
  context.shadowBlur = 2 * sigmaOf(effect.radius, target);
  context.shadowOffsetX = effect.offset.x * matrix[0] + farPx;
  context.shadowOffsetY = effect.offset.y * matrix[3];
}

/** How far to the left something has to be drawn to be out of sight of the box, in whole px. */
const outOfSight = (target: Target, { ink }: SceneItem, box: DeviceBox): number =>
  Math.ceil(Math.max(0, ink.right * target.matrix[0] + target.matrix[4] - box.left)) + 16;

/** A shadow of an area that is filled exactly before it is blurred, with as much around it as the blur reads. */
function castShares(
  painter: Painter,
  target: Target,
  effect: ShadowEffect,
  area: Area,
  box: DeviceBox,
): void {
  const { x, y } = effect.offset;
  const ink = grow(area.ink, Math.abs(effect.spread));
  const reach = reachOf(sigmaOf(effect.radius, target)) + Math.ceil(Math.hypot(x, y) * target.scale) + 1;
  const whole = deviceBox(target, ink, 1, reach);
  const caster = whole && openLayer(painter, { ...target, isExact: true }, whole, 'pixels');
  if (caster === undefined) return;
  fillBlack(painter, caster.target, { ...area, ink });
  castLayer(target, effect, caster, box);
  closeLayer(painter, caster);
}

/** A hard shadow of an area by the exact share of each px; false where that takes too long or too much memory. */
function castHardShares(painter: Painter, target: Target, effect: ShadowEffect, area: Area): boolean {
  const { x, y } = effect.offset;
  const moved = { ...area, matrix: multiply([1, 0, 0, 1, x, y], area.matrix) };
  const bounds = moveBounds(grow(area.ink, Math.abs(effect.spread)), x, y);
  const fillAll = ({ target: { context, box } }: Layer): void => {
    context.fillStyle = opaqueCss(effect.color);
    context.fillRect(0, 0, box.width, box.height);
  };
  const { globalAlpha: alpha, globalCompositeOperation: composition } = target.context;
  return drawCut(painter, target, { bounds, areas: [moved] }, fillAll, { alpha, composition });
}

/** Draws only the shadow of an area. */
function castArea(
  painter: Painter,
  target: Target,
  item: SceneItem,
  effect: ShadowEffect,
  area: Area,
  box: DeviceBox,
): void {
  const casting = castingOf(painter, target, item, castingShape(item, 0));
  if (casting === 'whole' && castWhole(painter, target, item, effect, area)) return;
  if (casting !== 'exactly') castHere(target, item, effect, area, box);
  else if (effect.radius > 0 || !castHardShares(painter, target, effect, area))
    castShares(painter, target, effect, area, box);
}

/** The whole shadow of an area on a layer; false where no memory is left for it. */
function castWhole(
  painter: Painter,
  target: Target,
  item: SceneItem,
  effect: ShadowEffect,
  area: Area,
): boolean {
  const box = shadowBox(target, item, { ...effect, spread: Math.abs(effect.spread) }, Infinity);
  const layer = box && openLayer(painter, { ...target, shown: undefined }, box, 'pixels');
  if (layer === undefined) return false;
  spendWhole(painter, layer);
  castHere(layer.target, item, effect, area, layer.target.box);
  drawLayer(target, layer);
  closeLayer(painter, layer);
  return true;
}

function castHere(target: Target, item: SceneItem, effect: ShadowEffect, area: Area, box: DeviceBox): void {
  const { context } = target;
  const far = outOfSight(target, item, box) + 2 * Math.ceil(Math.abs(effect.spread) * target.scale);
  const [sx, , , sy, e, f] = target.matrix;
  const [a, b, c, d, x, y] = area.matrix;
  setShadow(target, effect, far);
  context.fillStyle = '#000';
  context.setTransform(sx * a, sy * b, sx * c, sy * d, sx * x + e - far, sy * y + f);
  context.beginPath();
  area.trace(context);
  context.fill(area.rule);
}

/** What an item covers, with the spread, on a layer; in a box of the target that is large enough for the blur. */
function silhouetteLayer(
  painter: Painter,
  target: Target,
  item: SceneItem,
  box: DeviceBox,
  spread: number,
): Layer | undefined {
  const layer = openLayer(painter, target, box, 'pixels');
  if (layer === undefined) return undefined;
  paintCover(painter, layer.target, item);
  if (spread !== 0) spreadAlpha(layer.target, Math.round(spread * layer.target.scale));
  return layer;
}

/** Draws a drop shadow of an item, below where the item is drawn next. */
export function drawDropShadow(
  painter: Painter,
  target: Target,
  item: SceneItem,
  effect: ShadowEffect,
  marking: Marking,
): void {
  const box = shadowBox(target, item, effect);
  if (box === undefined) return;
  const { context } = target;
  const area = castingArea(item, effect.spread);
  const cover = area && effect.spread !== 0 ? castingArea(item, 0) : area;
  context.save();
  clipToBox(context, box);
  if (area !== undefined && cover !== undefined) {
    const isCut = !effect.showBehind && !isOpaque(item);
    const cast = (on: Target): void =>
      castArea(painter, on, item, effect, area, on === target ? box : on.box);
    if (isCut && castingOf(painter, target, item, castingShape(item, 0)) !== 'here')
      castAround(painter, target, item, effect, marking, box, (on) => cast(on.target));
    else {
      if (isCut) clipOut(target, [cover]);
      setShadowPaint(target, effect, marking);
      cast(target);
    }
  } else {
    castSilhouette(painter, target, item, effect, marking);
  }
  context.restore();
}

function castSilhouette(
  painter: Painter,
  target: Target,
  item: SceneItem,
  effect: ShadowEffect,
  marking: Marking,
): void {
  const casting = castingOf(painter, target, item);
  const slack = casting === 'whole' ? Infinity : 0;
  const box = shadowBox(target, item, effect, slack)!;
  const reach =
    slack + reachOf(sigmaOf(effect.radius, target)) + Math.ceil(Math.abs(effect.spread) * target.scale);
  const away = Math.ceil(Math.hypot(effect.offset.x, effect.offset.y) * target.scale);
  const whole = deviceBox(target, item.ink, Math.max(0, effect.spread * target.scale) + 1, reach + away);
  const on = casting === 'whole' ? { ...target, shown: undefined } : target;
  const caster = whole && silhouetteLayer(painter, on, item, whole, effect.spread);
  if (caster === undefined) return;
  if (casting === 'whole') spendWhole(painter, caster);
  if (effect.showBehind && !target.isVector) {
    setShadowPaint(target, effect, marking);
    castLayer(target, effect, caster, box);
  } else {
    castAround(painter, target, item, effect, marking, box, (on) =>
      castLayer(on.target, effect, layerOn(on, caster), on.target.box),
    );
  }
  closeLayer(painter, caster);
}

/** Draws only the shadow of a layer. */
function castLayer(target: Target, effect: ShadowEffect, caster: Layer, box: DeviceBox): void {
  const far = Math.max(0, caster.left + caster.width - box.left) + 16;
  setShadow(target, effect, far);
  drawLayer(target, caster, -far);
}

/** The shadow on a layer of its own, where what lies under the item itself can be taken away. */
function castAround(
  painter: Painter,
  target: Target,
  item: SceneItem,
  effect: ShadowEffect,
  marking: Marking,
  box: DeviceBox,
  cast: (on: Layer) => void,
): void {
  const around = openLayer(painter, target, box, 'pixels');
  if (around === undefined) return;
  const { target: on } = around;
  on.context.save();
  cast(around);
  on.context.restore();
  const cover = effect.showBehind ? undefined : silhouetteLayer(painter, on, item, on.box, 0);
  if (cover !== undefined) {
    on.context.globalCompositeOperation = 'destination-out';
    drawLayer(on, cover);
    closeLayer(painter, cover);
  }
  setShadowPaint(target, effect, marking);
  drawLayer(target, around);
  closeLayer(painter, around);
}

/** Draws an inner shadow of an item, over the item: its colour where the moved, blurred item is not. */
export function drawInnerShadow(
  painter: Painter,
  target: Target,
  item: SceneItem,
  effect: ShadowEffect,
  marking: Marking,
): void {
  const box = deviceBox(target, item.ink, 1);
  const layer = box && openLayer(painter, target, box, 'pixels');
  if (layer === undefined) return;
  const { target: on } = layer;
  const { context } = on;
  paintCover(painter, on, item);
  context.globalCompositeOperation = 'source-in';
  context.globalAlpha = 1;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = opaqueCss(effect.color);
  context.fillRect(0, 0, on.box.width, on.box.height);
  cutByMoved(painter, on, item, effect);
  setShadowPaint(target, effect, marking);
  drawLayer(target, layer);
  closeLayer(painter, layer);
}

/** Takes away what the item covers, moved, blurred and made smaller by the spread. */
function cutByMoved(painter: Painter, on: Target, item: SceneItem, effect: ShadowEffect): void {
  const { context } = on;
  const black = { ...effect, color: { r: 0, g: 0, b: 0, a: 1 } };
  const area = castingArea(item, -effect.spread);
  context.save();
  clipToBox(context, on.box);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'destination-out';
  if (area !== undefined) {
    castArea(painter, on, item, black, area, on.box);
  } else {
    const reach = reachOf(sigmaOf(effect.radius, on)) + Math.ceil(Math.abs(effect.spread) * on.scale) + 1;
    const away = Math.ceil(Math.hypot(effect.offset.x, effect.offset.y) * on.scale);
    const whole = deviceBox(on, item.ink, 1, reach + away);
    const caster = whole && silhouetteLayer(painter, on, item, whole, -effect.spread);
    if (caster !== undefined) {
      castLayer(on, black, caster, on.box);
      closeLayer(painter, caster);
    }
  }
  context.restore();
}
