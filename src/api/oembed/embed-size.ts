/** Size of a frame in px. */
export interface EmbedSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The largest frame of 16:9 that is no wider and no higher than asked for, in whole px.
 * @see EMB-05, ruling B35
 */
export function embedSize(maxWidth: number, maxHeight: number): EmbedSize {
  return maxWidth * 9 <= maxHeight * 16
    ? { width: maxWidth, height: Math.max(1, Math.round((maxWidth * 9) / 16)) }
    : { width: Math.round((maxHeight * 16) / 9), height: maxHeight };
}
