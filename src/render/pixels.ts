/** A finished picture: straight RGBA, rows without gaps. */
export interface Pixels {
  readonly bytes: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Whether every pixel is opaque. */
export function isOpaque({ bytes, width, height }: Pixels): boolean {
  // Four bytes at once, whose highest is the last: all machines that this runs on are little-endian.
  const p = new Int32Array(bytes.buffer, bytes.byteOffset, width * height);
  const eights = p.length - (p.length % 8);
  let at = 0;
  // Eight px for each question take half the time.
  for (; at < eights; at += 8) {
    const all =
      p[at]! & p[at + 1]! & p[at + 2]! & p[at + 3]! & p[at + 4]! & p[at + 5]! & p[at + 6]! & p[at + 7]!;
    if (all >>> 24 !== 255) return false;
  }
  for (; at < p.length; at += 1) if (p[at]! >>> 24 !== 255) return false;
  return true;
}

/** Gives the memory of a picture back at once: waiting for the collector makes it come more often than it need. */
export function freePixels({ bytes }: { readonly bytes: Uint8ClampedArray | Uint8Array }): void {
  (bytes.buffer as ArrayBuffer).transfer(0);
}

/**
 * The same of bytes that nobody reads any more: the collector looks through all that lives once a few MB of them wait for
 * it. What is no larger than the pool of buffers may be a part of it.
 */
export function giveBack(bytes: Uint8Array): void {
  if (bytes.buffer.byteLength > Buffer.poolSize) freePixels({ bytes });
}
