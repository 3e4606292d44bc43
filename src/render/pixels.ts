/** A finished picture: straight RGBA, rows without gaps. */
export interface Pixels {
  readonly bytes: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Whether no pixel lets anything through. */
export function isOpaque({ bytes }: Pixels): boolean {
  for (let at = 3; at < bytes.length; at += 4) if (bytes[at] !== 255) return false;
  return true;
}

/** Gives the memory of a picture back at once: waiting for the collector makes it come more often than it need. */
export function freePixels({ bytes }: Pick<Pixels, 'bytes'>): void {
  (bytes.buffer as ArrayBuffer).transfer(0);
}
