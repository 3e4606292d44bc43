import type { Color } from '../scene/scene.ts';

const byte = (share: number): number => Math.round(255 * Math.min(1, Math.max(0, share)));

/** The colour without its alpha, which is set as `globalAlpha`. */
export function opaqueCss({ r, g, b }: Color): string {
  const number = (byte(r) << 16) | (byte(g) << 8) | byte(b);
  const known = opaques.get(number);
  if (known !== undefined) return known;
  if (opaques.size >= mostOpaques) opaques.clear();
  const css = `rgb(${number >> 16},${(number >> 8) & 255},${number & 255})`;
  opaques.set(number, css);
  return css;
}

/** Designs have few colours, each a hundred times. */
const opaques = new Map<number, string>();
const mostOpaques = 1000;

/** The colour with its alpha. */
export const cssOf = (color: Color): string =>
  `rgba(${byte(color.r)},${byte(color.g)},${byte(color.b)},${Math.min(1, Math.max(0, color.a))})`;
