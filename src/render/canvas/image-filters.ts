import type { ImageFilters } from '../scene/scene.ts';
import type { RawImage } from './decoded-images.ts';

/** Points of a measured curve, by rising place. */
type Curve = readonly (readonly [place: number, value: number])[];

/** The logarithm of a tone curve's exponent by `exposure`, from exports of the original. */
const exposureExponents: Curve = [
  [-1, Math.log(0.0973)],
  [-0.5, Math.log(0.3055)],
  [0, 0],
  [0.25, Math.log(1.778)],
  [0.5, Math.log(2.98)],
  [1, Math.log(6.2)],
];

/** What is left of a colour's distance from grey by `saturation`; more of it was not measured. */
const chromaShares: Curve = [
  [-1, 0],
  [-0.75, 0.22],
  [-0.5, 0.424],
  [-0.25, 0.644],
  [0, 1],
  [1, 2],
];

/** Contrast has no effect beyond half of its range. */
const contrastSlopes: Curve = [
  [-0.5, 0.767],
  [0, 1],
  [0.5, 1.115],
];
const darkPivot = 112 / 255;
const lightPivot = 100 / 255;

function valueAt(curve: Curve, place: number): number {
  const after = curve.findIndex(([x]) => x >= place);
  if (after <= 0) return (after === 0 ? curve[0]! : curve.at(-1)!)[1];
  const [[x0, y0], [x1, y1]] = [curve[after - 1]!, curve[after]!];
  return y0 + ((y1 - y0) * (place - x0)) / (x1 - x0);
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** How strongly highlights and shadows move the tones at their end of the scale. */
const endStrength = 0.25;

/** What a channel's value becomes by all that treats channels alike. */
function toneOf(value: number, { exposure, contrast, highlights, shadows }: ImageFilters): number {
  const exposed = 1 - (1 - value) ** Math.exp(valueAt(exposureExponents, exposure));
  const pivot = contrast < 0 ? darkPivot : lightPivot;
  const contrasted = within(pivot + (exposed - pivot) * valueAt(contrastSlopes, contrast));
  const lift = highlights * contrasted ** 2 + shadows * (1 - contrasted) ** 2;
  return within(contrasted + endStrength * lift * 4 * contrasted * (1 - contrasted));
}

/** How far temperature and tint move a channel at most. */
const castStrength = 0.1;

/** The tables of red, green and blue. */
function tablesOf(filters: ImageFilters): readonly [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray] {
  const { temperature, tint } = filters;
  const casts = [temperature + tint / 2, -tint, tint / 2 - temperature];
  const [red, green, blue] = casts.map((cast) =>
    Uint8ClampedArray.from(
      { length: 256 },
      (_, value) => 255 * (toneOf(value / 255, filters) + castStrength * cast * (value / 255)),
    ),
  );
  return [red!, green!, blue!];
}

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const encoded = (light: number): number =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** Applies a paint's filters to the pixels of its image, in place. */
export function applyFilters({ pixels }: RawImage, filters: ImageFilters): void {
  const [reds, greens, blues] = tablesOf(filters);
  const chroma = valueAt(chromaShares, filters.saturation);
  for (let at = 0; at < pixels.length; at += 4) {
    const [r, g, b] = [reds[pixels[at]!]!, greens[pixels[at + 1]!]!, blues[pixels[at + 2]!]!];
    const grey = chroma === 1 ? 0 : encoded(0.2126 * linear[r]! + 0.7152 * linear[g]! + 0.0722 * linear[b]!);
    pixels[at] = grey + (r - grey) * chroma;
    pixels[at + 1] = grey + (g - grey) * chroma;
    pixels[at + 2] = grey + (b - grey) * chroma;
  }
}
