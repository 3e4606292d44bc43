import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { effectRegion } from '../effect-region.ts';
import {
  brightnessSteps,
  fractalNoise,
  isGrainStep,
  type NoiseGrain,
  noiseFrequency,
} from '../fractal-noise.ts';
import type { Color, NoiseEffect, SceneItem } from '../scene/scene.ts';
import { compositionOf } from './blend-modes.ts';
import type { Marking } from './marking.ts';
import { type NoiseGrid, noiseGrid } from './noise-grid.ts';
import { paintCover } from './paint-cover.ts';
import { closeLayer, deviceBox, drawLayer, openLayer, type Painter, type Target } from './target.ts';

type Pixel = readonly [r: number, g: number, b: number, a: number];

const nothing: Pixel = [0, 0, 0, 0];
const pixelOf = ({ r, g, b, a }: Color): Pixel => [255 * r, 255 * g, 255 * b, 255 * a];

/** Colours come twice as strong as the noise itself. */
const vivid = (value: number): number => 255 * (2 * value - 0.5);

const isGrain = (brightness: number, middle: number, density: number): boolean =>
  isGrainStep(Math.min(brightnessSteps - 1, Math.floor(brightness * brightnessSteps)), middle, density);

/** The colour of a px by its place in the grid. */
type GrainOf = (at: number) => Pixel;

/** Grains in their own colours. */
function colouredGrains(
  { density, opacity = 1 }: NoiseEffect,
  channel: (of: number) => Float32Array,
): GrainOf {
  const [r, g, b, a] = [0, 1, 2, 3].map(channel) as [Float32Array, Float32Array, Float32Array, Float32Array];
  return (at) =>
    isGrain(a[at]!, 0.5, density) ? [vivid(r[at]!), vivid(g[at]!), vivid(b[at]!), 255 * opacity] : nothing;
}

/** Grains of one colour or two, by how bright the noise is. */
function plainGrains(effect: NoiseEffect, channel: (of: number) => Float32Array): GrainOf {
  const [r, g, b] = [0, 1, 2].map(channel) as [Float32Array, Float32Array, Float32Array];
  const first = pixelOf(effect.color);
  const second = effect.secondaryColor && effect.noiseType !== 'MONOTONE' && pixelOf(effect.secondaryColor);
  return (at) => {
    const brightness = 0.2125 * r[at]! + 0.7154 * g[at]! + 0.0721 * b[at]!;
    if (second && isGrain(brightness, 0.75, effect.density)) return second;
    return isGrain(brightness, 0.25, effect.density) ? first : nothing;
  };
}

/** The grains that lie in a grid, each as large as a px of the picture is on the target. */
function grainsIn({ xs, ys }: NoiseGrid, effect: NoiseEffect, grain: NoiseGrain, samples: number): Canvas {
  const channel = (of: number): Float32Array => fractalNoise(grain, of, xs, ys);
  const grainOf = (effect.noiseType === 'MULTITONE' ? colouredGrains : plainGrains)(effect, channel);
  const width = samples * xs.length;
  const canvas = createCanvas(width, samples * ys.length);
  const context = canvas.getContext('2d');
  const image = context.createImageData(canvas.width, canvas.height);
  for (let at = 0; at < xs.length * ys.length; at += 1) {
    const [pixel, corner] = [grainOf(at), width * Math.floor(at / xs.length) + (at % xs.length)];
    for (let sample = 0; sample < samples ** 2; sample += 1)
      image.data.set(
        pixel,
        4 * (samples * corner + width * Math.floor(sample / samples) + (sample % samples)),
      );
  }
  context.putImageData(image, 0, 0);
  return canvas;
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
  paintCover(painter, on, item);
  keepGrains(on, effect, { frequency: noiseFrequency(effect.noiseSize), fits: effectRegion(item) });
  target.context.globalAlpha = marking.alpha;
  target.context.globalCompositeOperation = compositionOf(target, effect.blendMode, marking.composition);
  drawLayer(target, layer);
  closeLayer(painter, layer);
}

/** Puts grains in the place of what was drawn. */
function keepGrains(on: Target, effect: NoiseEffect, grain: NoiseGrain): void {
  const { context, box, matrix, samples = 1 } = on;
  // The library mixes what is beside each px into it, at the end of a pattern what lies at its other end.
  const grid = noiseGrid(on, box, 1);
  const pattern = context.createPattern(grainsIn(grid, effect, grain, samples), 'repeat');
  const [e, f] = [matrix[4] + samples * grid.left, matrix[5] + samples * grid.top];
  pattern.setTransform({ a: 1, b: 0, c: 0, d: 1, e, f });
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = pattern;
  context.fillRect(0, 0, box.width, box.height);
}
