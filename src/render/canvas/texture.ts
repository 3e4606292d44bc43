import type { SceneItem, TextureEffect } from '../scene/scene.ts';
import { type NoiseField, noiseField } from './noise-field.ts';
import type { Target } from './target.ts';

export const textureOf = ({ effects }: SceneItem): TextureEffect | undefined =>
  effects.find((effect): effect is TextureEffect => effect.kind === 'texture');

const valueAt = ({ sidePx, values }: NoiseField, x: number, y: number): number =>
  values[(y % sidePx) * sidePx + (x % sidePx)]!;

/**
 * Moves each pixel of a layer by noise, which begins in the corner: edges become rough. Pixels that come from outside
 * are empty.
 */
export function roughen(
  { context, box, scale }: Target,
  effect: TextureEffect,
  [left, top]: readonly [left: number, top: number],
): void {
  const { width, height } = box;
  const [across, down] = [1, 11].map((seed) => noiseField(effect.noiseSize * scale, seed));
  const reach = 2 * effect.radius * scale;
  const source = context.getImageData(0, 0, width, height);
  const from = new Uint32Array(source.data.buffer, source.data.byteOffset, width * height);
  const result = context.createImageData(width, height);
  const to = new Uint32Array(result.data.buffer, result.data.byteOffset, width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromX = Math.round(x + reach * (valueAt(across!, x - left, y - top) - 0.5));
      const fromY = Math.round(y + reach * (valueAt(down!, x - left, y - top) - 0.5));
      const isInside = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height;
      const pixel = isInside ? from[fromY * width + fromX]! : 0;
      const at = y * width + x;
      const isKept = !effect.clipToShape || from[at] !== 0;
      to[at] = isKept ? pixel : 0;
    }
  }
  context.putImageData(result, 0, 0);
}
