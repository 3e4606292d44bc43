/** A square of noise that repeats without a seam: values from 0 to 1 with 0.5 in the middle. */
export interface NoiseField {
  readonly sidePx: number;
  readonly values: Float32Array;
}

const octaves = 3;
const longestSidePx = 256;
const offset = 0.37;

/** Hashes whole numbers to 32 bits that look random, and are the same every time. */
function hash(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** How much the slope in a corner of the grid adds at that distance from it. */
function slope(x: number, y: number, seed: number, dx: number, dy: number): number {
  const angle = (hash(x, y, seed) / 2 ** 32) * 2 * Math.PI;
  return Math.cos(angle) * dx + Math.sin(angle) * dy;
}

const ease = (share: number): number => share * share * (3 - 2 * share);
const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

/** Gradient noise at a place of a grid that repeats after `period` cells: about -0.7 to 0.7. */
function gradientNoise(x: number, y: number, period: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const at = (column: number, row: number): number =>
    slope((left + column) % period, (top + row) % period, seed, dx - column, dy - row);
  return mix(mix(at(0, 0), at(1, 0), ease(dx)), mix(at(0, 1), at(1, 1), ease(dx)), ease(dy));
}

const fields = new Map<string, NoiseField>();
const mostFields = 32;

function createField(grainPx: number, seed: number): NoiseField {
  const cells = Math.max(4, Math.round(longestSidePx / Math.max(1, grainPx)));
  const sidePx = Math.min(longestSidePx, Math.max(16, Math.round(cells * grainPx)));
  const values = new Float32Array(sidePx * sidePx);
  for (let at = 0; at < values.length; at += 1) {
    // Off the corners of the grid, where gradient noise is always 0.
    const x = (((at % sidePx) + offset) * cells) / sidePx;
    const y = ((Math.floor(at / sidePx) + offset) * cells) / sidePx;
    let sum = 0;
    for (let octave = 0; octave < octaves; octave += 1) {
      const factor = 2 ** octave;
      sum += gradientNoise(x * factor, y * factor, cells * factor, seed + octave) / factor;
    }
    values[at] = Math.min(1, Math.max(0, (sum + 1) / 2));
  }
  return { sidePx, values };
}

/** A field of noise with grains of that size; fields of other seeds have nothing to do with it. */
export function noiseField(grainPx: number, seed: number): NoiseField {
  const grain = Math.round(Math.min(longestSidePx / 4, Math.max(0.25, grainPx)) * 100) / 100;
  const key = `${grain} ${seed}`;
  const field = fields.get(key) ?? createField(grain, seed);
  if (fields.size >= mostFields) fields.clear();
  fields.set(key, field);
  return field;
}
