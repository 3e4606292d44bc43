import { open } from 'node:fs/promises';
import { LeastRecent } from '../least-recent.ts';

/**
 * The starts of files that are sent again and again, kept in memory up to a bound: the least recently used
 * are evicted. Files never change under their path.
 */
export interface HotBytes {
  /** The first `sizeBytes` of a file; undefined for one that is too large to be kept. */
  read(path: string, sizeBytes: number): Promise<Buffer | undefined>;
  /** What is kept of a file, without looking at the disk. */
  peek(path: string): Buffer | undefined;
  /** Whether anything is kept of a file; this is no use of it. */
  has(path: string): boolean;
  /** Keeps the whole of a file that was just written. */
  keep(path: string, bytes: Buffer): void;
}

export function hotBytes(bounds: { mostBytes: number; largestBytes: number }): HotBytes {
  const kept = new LeastRecent<string, Buffer>(bounds.mostBytes);
  const keep = (path: string, bytes: Buffer): void => kept.set(path, bytes, bytes.length);
  return {
    peek: (path) => kept.get(path),
    has: (path) => kept.peek(path) !== undefined,
    keep,
    read: async (path, sizeBytes) => {
      if (sizeBytes > bounds.largestBytes) return undefined;
      const present = kept.get(path);
      if (present !== undefined) return present;
      const bytes = await readStart(path, sizeBytes);
      keep(path, bytes);
      return bytes;
    },
  };
}

async function readStart(path: string, sizeBytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(sizeBytes);
    let filled = 0;
    while (filled < sizeBytes) {
      const { bytesRead } = await file.read(bytes, filled, sizeBytes - filled, filled);
      if (bytesRead === 0) throw new Error(`${path} ends before offset ${sizeBytes}.`);
      filled += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
