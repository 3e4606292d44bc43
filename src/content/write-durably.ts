import { open } from 'node:fs/promises';
import type { Hashed } from '../blobs/blob-store.ts';
import { steadyWrites } from '../blobs/steady-writes.ts';
import { hashed } from '../blobs/write-hashed.ts';

/** Writes a file down to the disk. The bytes are hashed while the disk takes them. */
export async function writeDurably(path: string, chunks: readonly Uint8Array[]): Promise<Hashed> {
  const file = await open(path, 'w', 0o600);
  try {
    const write = steadyWrites(file);
    for (const chunk of chunks) await write(chunk);
    const [, hash] = await Promise.all([file.sync(), hashed(chunks)]);
    return hash;
  } finally {
    await file.close();
  }
}
