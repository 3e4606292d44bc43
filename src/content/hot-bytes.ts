import { open } from 'node:fs/promises';

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
  /** Least recently used first. */
  const kept = new Map<string, Buffer>();
  let keptBytes = 0;
  const forget = (path: string): void => {
    keptBytes -= kept.get(path)?.length ?? 0;
    kept.delete(path);
  };
  const keep = (path: string, bytes: Buffer): void => {
    forget(path);
    kept.set(path, bytes);
    keptBytes += bytes.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= bounds.mostBytes) return;
      forget(oldest);
    }
  };
  return {
    peek: (path) => {
      const bytes = kept.get(path);
      if (bytes !== undefined && kept.delete(path)) kept.set(path, bytes);
      return bytes;
    },
    has: (path) => kept.has(path),
    keep,
    read: async (path, sizeBytes) => {
      if (sizeBytes > bounds.largestBytes) return undefined;
      const bytes = kept.get(path) ?? (await readStart(path, sizeBytes));
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
