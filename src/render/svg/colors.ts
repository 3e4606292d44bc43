import type { Color } from '../scene/scene.ts';

/** 0 to 255, whatever the number. */
export const byteOf = (share: number): number =>
  Math.round(Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * 255);

const hex = (share: number): string => byteOf(share).toString(16).padStart(2, '0').toUpperCase();

/** A colour without its alpha: white and black have names, all others are written in capitals. */
export function printColor({ r, g, b }: Color): string {
  const code = `#${hex(r)}${hex(g)}${hex(b)}`;
  if (code === '#FFFFFF') return 'white';
  return code === '#000000' ? 'black' : code;
}

/** An opacity as an attribute's value: nothing where it is full. */
export const partial = (opacity: number): number | undefined => (opacity < 1 ? opacity : undefined);
