import type { PixelCounts } from '../../render/pixel-counts.ts';

/** When a comparison has failed: where anything changed, or where more of a frame's picture did than this share. */
export type FailRule = { readonly changed: true } | { readonly pixelsAbove: number };

/** Undefined for a word that is none. */
export function failRule(word: string): FailRule | undefined {
  if (word === 'changed') return { changed: true };
  const percent = /^pixels\s*>\s*(\d{1,3}(?:\.\d{1,6})?)\s*%$/.exec(word)?.[1];
  return percent === undefined || Number(percent) > 100 ? undefined : { pixelsAbove: Number(percent) / 100 };
}

/** How much of a picture differs, 0 to 1. */
export const changedShare = (pixels: PixelCounts | null): number =>
  pixels === null ? 0 : pixels.changed / pixels.all;

export function pixelsText(pixels: PixelCounts | null): string {
  if (pixels === null) return 'nothing to see';
  const percent = 100 * changedShare(pixels);
  const shown = percent === 0 || percent >= 0.01 ? percent.toFixed(2) : 'less than 0.01';
  return `${Number.isNaN(Number(shown)) ? shown : Number(shown)} % of its pixels differ`;
}
