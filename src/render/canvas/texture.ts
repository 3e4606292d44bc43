import { fractalNoise, noiseFrequency } from '../fractal-noise.ts';
import type { SceneItem, TextureEffect } from '../scene/scene.ts';
import { noiseGrid } from './noise-grid.ts';
import type { Target } from './target.ts';

export const textureOf = ({ effects }: SceneItem): TextureEffect | undefined =>
  effects.find((effect): effect is TextureEffect => effect.kind === 'texture');

/** How far each px of a layer is taken from, across and down, in px of the layer. */
function movesOf(target: Target, { noiseSize, radius }: TextureEffect) {
  const { box, matrix, samples = 1, scale } = target;
  const { left, top, xs, ys } = noiseGrid(target, box);
  const frequency = noiseFrequency(noiseSize);
  const [across, down] = [0, 1].map((channel) => fractalNoise({ frequency }, channel, xs, ys));
  const reach = 2 * radius * scale;
  return (x: number, y: number): readonly [number, number] => {
    const column = Math.floor((x - matrix[4]) / samples) - left;
    const at = (Math.floor((y - matrix[5]) / samples) - top) * xs.length + column;
    return [reach * (across![at]! - 0.5), reach * (down![at]! - 0.5)];
  };
}

/** A pixel as opaque as another one at the most: what is clipped to a shape ends as smoothly as the shape. */
const noMoreThan = (own: number, moved: number): number =>
  ((Math.min(own >>> 24, moved >>> 24) << 24) | (moved & 0xffffff)) >>> 0;

/** Moves each pixel of a layer by noise: edges become rough. Pixels that come from outside are empty. */
export function roughen(target: Target, effect: TextureEffect): void {
  const { context, box } = target;
  const { width, height } = box;
  const moveOf = movesOf(target, effect);
  const source = context.getImageData(0, 0, width, height);
  const from = new Uint32Array(source.data.buffer, source.data.byteOffset, width * height);
  const result = context.createImageData(width, height);
  const to = new Uint32Array(result.data.buffer, result.data.byteOffset, width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (effect.clipToShape && from[at] === 0) continue;
      const [moveX, moveY] = moveOf(x, y);
      const [fromX, fromY] = [Math.round(x + moveX), Math.round(y + moveY)];
      const isInside = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height;
      const moved = isInside ? from[fromY * width + fromX]! : 0;
      to[at] = effect.clipToShape ? noMoreThan(from[at]!, moved) : moved;
    }
  }
  context.putImageData(result, 0, 0);
}
