import { createHash } from 'node:crypto';
import { blobIdOf } from './blob-id.ts';
import type { Hashed } from './blob-store.ts';
import { type DiskFiles, diskFiles } from './disk-files.ts';

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Writes bytes to a new file. */
export async function writeHashed(path: string, parts: Parts, files: DiskFiles): Promise<Hashed> {
  const file = await files.create(path);
  try {
    return await hashed(parts, (part) => file.write(part));
  } finally {
    await file.close();
  }
}

/** Read and hashed at once: a large file would otherwise be some hundred pieces. */
const readBytes = 512 * 1024;

/** Reads a file that is there. */
export async function hashFile(path: string, files = diskFiles): Promise<Hashed> {
  const file = await files.open(path);
  return hashed(file.createReadStream({ highWaterMark: readBytes }));
}

/** Says what bytes are, and hands them on. A failure of the source passes as it is. */
export async function hashed(parts: Parts, take?: (part: Uint8Array) => Promise<void>): Promise<Hashed> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const part of parts) {
    hash.update(part);
    sizeBytes += part.length;
    await take?.(part);
  }
  return { id: blobIdOf(hash), sizeBytes };
}
