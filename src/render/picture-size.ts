import type { Size } from './geometry/rectangle.ts';

/** A picture in pixels, and px of it for a px of the scene. */
export interface PictureSize extends Size {
  readonly scale: number;
  /** Why the scale is not the one that was asked for. */
  readonly scaledDown?: string;
}

/** The original makes larger pictures smaller, in the same ratio. @see LIM-12 */
export const mostPixels = 32_000_000;

/** The longest side that the library of a format can write; without one, as long as the number of pixels allows. */
export const longestSides = { jpg: 65_500, png: undefined, pdf: undefined } as const;

/** How far rounding errors may take a length above a whole number. */
const slack = 0.001;

/** The px that a length needs: at least one. */
export const wholeUp = (length: number): number => Math.max(1, Math.ceil(length - slack));

/** The scale, or the smaller one by which no side is longer than so many px. */
export const scaleWithin = ({ width, height }: Size, scale: number, longestSidePx: number): number =>
  Math.min(scale, longestSidePx / Math.max(width, height));

/** Size of the picture of a scene at a scale: rounded up, and no larger than the limits. */
export function pictureSize(
  { width, height }: Size,
  scale: number,
  longestSide = Number.POSITIVE_INFINITY,
): PictureSize {
  const asked = { width: width * scale, height: height * scale };
  const pixelFactor = factorForPixels(wholeUp(asked.width), wholeUp(asked.height));
  const factor = Math.min(pixelFactor, longestSide / Math.max(asked.width, asked.height));
  if (factor >= 1) return { width: wholeUp(asked.width), height: wholeUp(asked.height), scale };
  const whole = (length: number): number => Math.max(1, Math.floor(length * factor + slack));
  const scaledDown =
    factor === pixelFactor
      ? 'The image would have more than 32 megapixels.'
      : `The format holds ${longestSide.toLocaleString('en')} px a side at the most.`;
  return { width: whole(asked.width), height: whole(asked.height), scale: scale * factor, scaledDown };
}

/** How much smaller a picture has to be; a side of one px gets no smaller. */
function factorForPixels(width: number, height: number): number {
  if (width * height <= mostPixels) return 1;
  const both = Math.sqrt(mostPixels / (width * height));
  return Math.min(width, height) * both < 1 ? mostPixels / Math.max(width, height) : both;
}
