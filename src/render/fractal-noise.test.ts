import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import { fractalNoise, noiseOctaves, noiseSeed } from './fractal-noise.ts';

const [width, height] = [44, 30];

/** A channel of noise as a program draws it that knows nothing of ours: levels from 0 to 255. */
function drawnElsewhere(frequency: number, channel: number, more: string): number[] {
  const row = [0, 1, 2].map(() => [0, 1, 2, 3, 4].map((column) => (column === channel ? 1 : 0)).join(' '));
  const svg = `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg"><defs>
    <filter id="f" x="0" y="0" width="${width}" height="${height}" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
    <feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${noiseOctaves}" seed="${noiseSeed}" ${more}/>
    <feColorMatrix values="${row.join(' ')} 0 0 0 0 1"/></filter></defs>
    <rect width="${width}" height="${height}" filter="url(#f)"/></svg>`;
  const { pixels } = new Resvg(svg).render();
  return Array.from({ length: width * height }, (_, at) => pixels[4 * at]!);
}

it.each([
  [0.93, 0, false],
  [0.23, 1, false],
  [0.23, 2, true],
  [0.31, 3, true],
])(
  'noise of frequency %f in channel %i is that of programs which draw SVG; fitted: %s',
  (frequency, channel, isFitted) => {
    const xs = Float64Array.from({ length: width }, (_, at) => at);
    const ys = Float64Array.from({ length: height }, (_, at) => at);
    const fits = { left: 0, top: 0, right: width, bottom: height };
    const ours = fractalNoise({ frequency, ...(isFitted && { fits }) }, channel, xs, ys);
    const theirs = drawnElsewhere(frequency, channel, isFitted ? 'stitchTiles="stitch"' : '');
    const offs = theirs.map((level, at) => Math.abs(level - 255 * ours[at]!));
    // They keep colours in eight bits, multiplied by their alpha.
    expect(offs.reduce((sum, off) => sum + off) / offs.length).toBeLessThan(1);
    expect(new Set(theirs).size).toBeGreaterThan(20);
  },
);
