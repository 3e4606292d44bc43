import type { Size } from './geometry/rectangle.ts';

/** A picture in pixels, and px of it for a px of the scene. */
export interface PictureSize extends Size {
  readonly scale: number;
}

/** The original makes larger pictures smaller, in the same ratio. @see LIM-12 */
export const mostPixels = 32_000_000;

/** What formats and libraries can do with one side. */
export const longestSide = 32_767;

/** What a length may be above a whole number for want of digits. */
const slack = 0.001;

/** The px that a length needs: at least one. */
export const wholeUp = (length: number): number => Math.max(1, Math.ceil(length - slack));

/** Size of the picture of a scene at a scale: rounded up, and no larger than the limits. */
export function pictureSize({ width, height }: Size, scale: number): PictureSize {
  const asked = { width: width * scale, height: height * scale };
  const factor = Math.min(
    1,
    Math.sqrt(mostPixels / (asked.width * asked.height)),
    longestSide / Math.max(asked.width, asked.height),
  );
  if (factor === 1) return { width: wholeUp(asked.width), height: wholeUp(asked.height), scale };
  const whole = (length: number): number => Math.max(1, Math.floor(length * factor + slack));
  return { width: whole(asked.width), height: whole(asked.height), scale: scale * factor };
}
