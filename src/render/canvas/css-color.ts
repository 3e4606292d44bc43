import type { Color } from '../scene/scene.ts';

const byte = (share: number): number => Math.round(255 * Math.min(1, Math.max(0, share)));

/** The colour without its alpha, which is set as `globalAlpha`. */
export const opaqueCss = ({ r, g, b }: Color): string => `rgb(${byte(r)},${byte(g)},${byte(b)})`;

/** The colour with its alpha. */
export const cssOf = (color: Color): string =>
  `rgba(${byte(color.r)},${byte(color.g)},${byte(color.b)},${Math.min(1, Math.max(0, color.a))})`;
