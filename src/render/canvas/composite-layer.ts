import type { SceneItem } from '../scene/scene.ts';
import { compositionOf, isPlainBlend } from './blend-modes.ts';
import { drawBlurred, layerBlurOf, reachOf, sigmaOf } from './blur.ts';
import { layBurned } from './linear-burn.ts';
import { drawProgressively } from './progressive-blur.ts';
import {
  closeLayer,
  deviceBox,
  drawLayer,
  type Layer,
  layerOn,
  openLayer,
  type Painter,
  type Target,
} from './target.ts';
import { roughen, textureOf } from './texture.ts';

/** How far beyond what is seen an item has to be painted for the effects on the whole of it, in px. */
export function layerReach(target: Pick<Target, 'scale'>, item: SceneItem): number {
  const blur = layerBlurOf(item);
  const texture = textureOf(item);
  const radius = Math.max(blur?.radius ?? 0, blur?.progressive?.startRadius ?? 0);
  return reachOf(sigmaOf(radius, target)) + Math.ceil((texture?.radius ?? 0) * target.scale);
}

/** Lays an item that was painted apart on the picture, with the effects on the whole of it. */
export function compositeLayer(
  painter: Painter,
  target: Target,
  layer: Layer,
  item: SceneItem,
  alpha: number,
): void {
  const texture = textureOf(item);
  if (texture !== undefined) roughen(layer.target, texture);
  const blurred = layerBlurOf(item) && blurredLayer(painter, target, layer, item);
  lay(target, blurred ?? layer, item, alpha);
  if (blurred !== undefined) closeLayer(painter, blurred);
}

/** The least that is told from 1. */
const almostWhole = 254 / 255;

/** A layer of a PDF that is laid down as it is makes no group: what is in it would blend with what lies below. */
const isLostGroup = ({ target }: Layer, { blendMode }: SceneItem, alpha: number): boolean =>
  target.isVector && alpha === 1 && isPlainBlend(blendMode);

/** Lays a layer down in the mode of its item. */
export function lay(target: Target, layer: Layer, item: SceneItem, alpha: number): void {
  const { blendMode } = item;
  if (blendMode === 'LINEAR_BURN') {
    layBurned(target, layer, alpha);
    return;
  }
  target.context.globalAlpha = isLostGroup(layer, item, alpha) ? almostWhole : alpha;
  target.context.globalCompositeOperation = compositionOf(target, blendMode);
  drawLayer(target, layer);
}

function blurredLayer(painter: Painter, target: Target, layer: Layer, item: SceneItem): Layer | undefined {
  const blur = layerBlurOf(item)!;
  const box = deviceBox(target, item.bounds, 1);
  const blurred = box && openLayer(painter, target, box, 'pixels');
  if (blurred === undefined) return undefined;
  const { target: on } = blurred;
  const source = layerOn(blurred, layer);
  if (blur.progressive === undefined) drawBlurred(on, source, sigmaOf(blur.radius, on), on.box);
  else drawProgressively(painter, on, source, item, { ...blur, progressive: blur.progressive });
  return blurred;
}
