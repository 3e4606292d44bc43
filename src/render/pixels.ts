/** A finished picture: straight RGBA, rows without gaps. */
export interface Pixels {
  readonly bytes: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Whether every pixel is opaque. */
export function isOpaque({ bytes, width, height }: Pixels): boolean {
  // Four bytes at once, whose highest is the last: all machines that this runs on are little-endian.
  const pixels = new Int32Array(bytes.buffer, bytes.byteOffset, width * height);
  for (let at = 0; at < pixels.length; at += 1) if (pixels[at]! >>> 24 !== 255) return false;
  return true;
}

/** Gives the memory of a picture back at once: waiting for the collector makes it come more often than it need. */
export function freePixels({ bytes }: Pick<Pixels, 'bytes'>): void {
  (bytes.buffer as ArrayBuffer).transfer(0);
}
