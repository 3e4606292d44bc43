import type { Bounds } from './geometry/bounds.ts';

/** Any number will do; a fixed one makes the same picture each time. */
export const noiseSeed = 4929;

export const noiseOctaves = 3;

/**
 * Grains for each px. A whole number would put every px on a point of the noise's grid, where the noise is even:
 * the original writes such numbers, and some viewers draw its noise as one grey.
 */
export function noiseFrequency(noiseSize: number): number {
  const frequency = Math.fround(1 / Math.max(noiseSize, 0.01));
  return Number.isInteger(frequency) ? frequency * 0.93 : frequency;
}

/** Cells of the noise's grid until it repeats. */
const period = 256;
const channels = 4;

/** The random numbers of SVG's filters, 1 to 2³¹ - 2. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let last = seed; ; ) {
    last = 16_807 * (last % 127_773) - 2_836 * Math.floor(last / 127_773);
    if (last <= 0) last += 2_147_483_647;
    yield last;
  }
}

/** Slopes in the corners of the grid, two numbers for each corner of a channel, and the order of the corners. */
interface Lattice {
  readonly slopes: Float64Array;
  readonly order: Uint8Array;
}

let known: Lattice | undefined;
const lattice = (): Lattice => (known ??= createLattice());

function createLattice(): Lattice {
  const random = randomNumbers(noiseSeed);
  const slopes = new Float64Array(2 * channels * period);
  for (let at = 0; at < slopes.length; at += 2) {
    let [x, y] = [0, 0];
    while (x === 0 && y === 0)
      [x, y] = [random.next().value % (2 * period), random.next().value % (2 * period)].map(
        (value) => (value - period) / period,
      ) as [number, number];
    slopes.set([x / Math.hypot(x, y), y / Math.hypot(x, y)], at);
  }
  const order = Uint8Array.from({ length: period }, (_, at) => at);
  for (let at = period - 1; at > 0; at -= 1) {
    const other = random.next().value % period;
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return { slopes, order };
}

/** Where places of one axis lie in the grid of one octave. */
interface Axis {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly share: Float64Array;
}

function axisOf(places: Float64Array, frequency: number): Axis {
  const before = new Uint8Array(places.length);
  const after = new Uint8Array(places.length);
  const share = new Float64Array(places.length);
  for (const [at, place] of places.entries()) {
    const cell = Math.floor(place * frequency);
    // Of whole numbers the array keeps the remainder by 256, which is where the grid repeats.
    before[at] = cell;
    after[at] = cell + 1;
    share[at] = place * frequency - cell;
  }
  return { before, after, share };
}

/** The frequency nearest to the one wanted by which a length has a whole number of cells. */
function fitted(frequency: number, length: number): number {
  if (!(length > 0)) return frequency;
  const lower = Math.floor(length * frequency) / length;
  const upper = Math.ceil(length * frequency) / length;
  return frequency / lower < upper / frequency ? lower : upper;
}

const ease = (share: number): number => share * share * (3 - 2 * share);

/** Adds one octave of a channel to the sums of all places. */
function addOctave(sums: Float32Array, across: Axis, down: Axis, channel: number, strength: number): void {
  const { slopes, order } = lattice();
  const first = 2 * channel * period;
  const columns = across.share.length;
  for (let row = 0; row < down.share.length; row += 1) {
    const [above, below, y] = [down.before[row]!, down.after[row]!, down.share[row]!];
    const eased = ease(y);
    for (let column = 0; column < columns; column += 1) {
      const x = across.share[column]!;
      const left = order[across.before[column]!]!;
      const right = order[across.after[column]!]!;
      const a = first + 2 * order[(left + above) & 255]!;
      const b = first + 2 * order[(right + above) & 255]!;
      const c = first + 2 * order[(left + below) & 255]!;
      const d = first + 2 * order[(right + below) & 255]!;
      const share = ease(x);
      const upperLeft = x * slopes[a]! + y * slopes[a + 1]!;
      const upper = upperLeft + share * ((x - 1) * slopes[b]! + y * slopes[b + 1]! - upperLeft);
      const lowerLeft = x * slopes[c]! + (y - 1) * slopes[c + 1]!;
      const lower = lowerLeft + share * ((x - 1) * slopes[d]! + (y - 1) * slopes[d + 1]! - lowerLeft);
      sums[row * columns + column]! += strength * (upper + eased * (lower - upper));
    }
  }
}

/** How coarse the noise is. */
export interface NoiseGrain {
  readonly frequency: number;
  /** The area that is to have a whole number of cells each way, as `stitchTiles` wants it. */
  readonly fits?: Bounds;
}

/**
 * A channel of SVG's fractal noise at places of the plane, row by row: 0 to 1, the numbers that programs which draw
 * SVG come to.
 */
export function fractalNoise(
  { frequency, fits }: NoiseGrain,
  channel: number,
  xs: Float64Array,
  ys: Float64Array,
): Float32Array {
  const values = new Float32Array(xs.length * ys.length);
  const across = fits ? fitted(frequency, fits.right - fits.left) : frequency;
  const down = fits ? fitted(frequency, fits.bottom - fits.top) : frequency;
  for (let octave = 0; octave < noiseOctaves; octave += 1) {
    const finer = 2 ** octave;
    addOctave(values, axisOf(xs, finer * across), axisOf(ys, finer * down), channel, 1 / finer);
  }
  for (let at = 0; at < values.length; at += 1) values[at] = Math.min(1, Math.max(0, (values[at]! + 1) / 2));
  return values;
}

/** How many steps of brightness are told apart where grains are chosen by it. */
export const brightnessSteps = 100;

/** Whether a step of brightness is one of those around the middle that the density takes. */
export function isGrainStep(step: number, middle: number, density: number): boolean {
  const reach = (Math.min(1, Math.max(0, density)) / 2) * brightnessSteps + 1e-6;
  return Math.abs(step - middle * brightnessSteps) <= reach;
}
