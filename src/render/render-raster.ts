import { paintScene } from './canvas/paint-scene.ts';
import type { Painter, Target } from './canvas/target.ts';
import type { PictureSize } from './picture-size.ts';
import { freePixels, type Pixels } from './pixels.ts';
import type { Scene } from './scene/scene.ts';

/** A picture for which there is not enough memory right now. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}

/** Small pictures are drawn so many times as large and averaged: their edges come out as exact as the original's. */
const factors = [
  { factor: 8, mostPixels: 32 * 32 },
  { factor: 4, mostPixels: 256 * 256 },
];

const factorFor = (pixels: number): number =>
  factors.find(({ mostPixels }) => pixels <= mostPixels)?.factor ?? 1;

/** Draws a scene in pixels. */
export function renderRaster(painter: Painter, scene: Scene, { width, height, scale }: PictureSize): Pixels {
  const factor = factorFor(width * height);
  const canvas = painter.pool.take(width * factor, height * factor);
  if (canvas === undefined) throw new MemoryError('The picture is too large for the memory that is left.');
  const target: Target = {
    context: canvas.getContext('2d'),
    canvas,
    matrix: [scale * factor, 0, 0, scale * factor, 0, 0],
    scale: scale * factor,
    box: { left: 0, top: 0, width: width * factor, height: height * factor },
    isVector: false,
    samples: factor,
  };
  try {
    paintScene(painter, target, scene);
    const { data } = target.context.getImageData(0, 0, width * factor, height * factor);
    if (factor === 1) return { bytes: data, width, height };
    const bytes = average(data, width, height, factor);
    freePixels({ bytes: data });
    return { bytes, width, height };
  } finally {
    painter.pool.give(canvas);
  }
}

/** Averages each square of samples into one pixel, colours weighted by alpha. Most squares are of one colour. */
function average(from: Uint8ClampedArray, width: number, height: number, factor: number): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(4 * width * height);
  const pixels = new Int32Array(bytes.buffer);
  const samples = new Int32Array(from.buffer, from.byteOffset, from.length / 4);
  // Two samples at once take half the time; the factors are even.
  const pairs = new BigInt64Array(from.buffer, from.byteOffset, from.length / 8);
  const row = width * factor;
  for (let at = 0, y = 0; y < height; y += 1)
    for (let corner = y * factor * row; corner < (y * factor + 1) * row; corner += factor, at += 1) {
      if (samples[corner] === samples[corner + 1] && isPlain(pairs, corner / 2, row / 2, factor))
        pixels[at] = samples[corner]!;
      else mix(samples, corner, row, factor, bytes, 4 * at);
    }
  return bytes;
}

/** Whether all pairs of samples of a square are the same. */
function isPlain(pairs: BigInt64Array, corner: number, row: number, factor: number): boolean {
  const first = pairs[corner];
  for (let y = 0; y < factor; y += 1) {
    const start = corner + y * row;
    for (let at = start; at < start + factor / 2; at += 1) if (pairs[at] !== first) return false;
  }
  return true;
}

/** A sample is one number, whose highest byte is its alpha: telling it apart is faster than reading four. */
function mix(
  samples: Int32Array,
  corner: number,
  row: number,
  factor: number,
  to: Uint8ClampedArray,
  at: number,
): void {
  let [r, g, b, a] = [0, 0, 0, 0];
  for (let y = 0; y < factor; y += 1) {
    const start = corner + y * row;
    for (let place = start; place < start + factor; place += 1) {
      const sample = samples[place]!;
      const alpha = sample >>> 24;
      r += (sample & 255) * alpha;
      g += ((sample >>> 8) & 255) * alpha;
      b += ((sample >>> 16) & 255) * alpha;
      a += alpha;
    }
  }
  if (a === 0) return;
  to[at] = r / a;
  to[at + 1] = g / a;
  to[at + 2] = b / a;
  to[at + 3] = a / factor ** 2;
}
