import { createHash } from 'node:crypto';
import type { BlobId } from '../contract/branded-ids.ts';
import { blobIdOf } from './blob-id.ts';
import { type DiskFiles, diskFiles } from './disk-files.ts';

export interface Hashed {
  readonly id: BlobId;
  readonly sizeBytes: number;
}

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

/** Reads a file that is there. */
export async function hashFile(path: string): Promise<Hashed> {
  const file = await diskFiles.open(path);
  return hashed(file.createReadStream());
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
