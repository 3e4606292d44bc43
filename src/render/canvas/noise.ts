import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Color, NoiseEffect, SceneItem } from '../scene/scene.ts';
import { compositionOf } from './blend-modes.ts';
import type { Marking } from './fill-area.ts';
import { noiseField } from './noise-field.ts';
import { castingArea } from './shadow-casting.ts';
import { fillBlack, paintSilhouette } from './silhouette.ts';
import {
  closeLayer,
  deviceBox,
  deviceCorner,
  drawLayer,
  openLayer,
  type Painter,
  type Target,
} from './target.ts';

type Pixel = readonly [r: number, g: number, b: number, a: number];

const nothing: Pixel = [0, 0, 0, 0];
const pixelOf = ({ r, g, b, a }: Color): Pixel => [255 * r, 255 * g, 255 * b, 255 * a];

/** Colours come twice as strong as the noise itself. */
const vivid = (value: number): number => 255 * (2 * value - 0.5);

/** The colour of a grain by its place in the fields. */
function grainOf(effect: NoiseEffect, at: (seed: number) => number): Pixel {
  const value = at(1);
  const isGrain = value < effect.density;
  if (effect.noiseType === 'MULTITONE')
    return isGrain ? [vivid(at(11)), vivid(at(21)), vivid(at(31)), 255 * (effect.opacity ?? 1)] : nothing;
  if (isGrain) return pixelOf(effect.color);
  const hasOther = effect.secondaryColor !== undefined && value > 1 - effect.density;
  return hasOther ? pixelOf(effect.secondaryColor) : nothing;
}

/** A square of noise to be repeated. */
function noiseTile(effect: NoiseEffect, grainPx: number): Canvas {
  const { sidePx, values } = noiseField(grainPx, 1);
  const tile = createCanvas(sidePx, sidePx);
  const context = tile.getContext('2d');
  const image = context.createImageData(sidePx, sidePx);
  for (let place = 0; place < values.length; place += 1)
    image.data.set(
      grainOf(effect, (seed) => noiseField(grainPx, seed).values[place]!),
      4 * place,
    );
  context.putImageData(image, 0, 0);
  return tile;
}

/** Draws noise over an item, as far as the item covers. */
export function drawNoise(
  painter: Painter,
  target: Target,
  item: SceneItem,
  effect: NoiseEffect,
  marking: Marking,
): void {
  const box = deviceBox(target, item.ink, 1);
  const layer = box && openLayer(painter, target, box, 'pixels');
  if (layer === undefined) return;
  const { target: on } = layer;
  const cover = castingArea(item, 0);
  if (cover !== undefined) fillBlack(on, cover);
  else paintSilhouette(painter, on, item);
  const pattern = on.context.createPattern(noiseTile(effect, effect.noiseSize * on.scale), 'repeat');
  const [left, top] = deviceCorner(on, item.ink, 1);
  pattern.setTransform({ a: 1, b: 0, c: 0, d: 1, e: left, f: top });
  on.context.setTransform(1, 0, 0, 1, 0, 0);
  on.context.globalAlpha = 1;
  on.context.globalCompositeOperation = 'source-in';
  on.context.fillStyle = pattern;
  on.context.fillRect(0, 0, on.box.width, on.box.height);
  target.context.globalAlpha = marking.alpha;
  target.context.globalCompositeOperation = compositionOf(target, effect.blendMode, marking.composition);
  drawLayer(target, layer);
  closeLayer(painter, layer);
}
