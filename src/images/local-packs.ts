import { open } from 'node:fs/promises';
import type { BlobId } from '../contract/branded-ids.ts';

/** A pack on the local disk. */
export interface LocalPack {
  readonly path: string;
  /** All of it, where it is small. */
  readonly bytes: Buffer | undefined;
}

/** Larger ones are read where they lie. */
const mostBytes = 1024 * 1024;
const mostInMemory = 4;

/**
 * Packs by their blobs. Whoever asks for an image asks for its neighbours, most often at once: the packs that were
 * asked for last are read once and stay in memory.
 * @param pathOf brings a pack to the local disk; nothing where it cannot be had
 */
export function localPacks(
  pathOf: (blob: BlobId) => Promise<string | undefined>,
): (blob: BlobId) => Promise<LocalPack | undefined> {
  /** Least recently asked for first. */
  const packs = new Map<BlobId, Promise<LocalPack | undefined>>();
  const opened = async (blob: BlobId): Promise<LocalPack | undefined> => {
    const path = await pathOf(blob);
    return path === undefined ? undefined : { path, bytes: await readSmall(path) };
  };
  const keep = (blob: BlobId, pack: Promise<LocalPack | undefined>): void => {
    packs.delete(blob);
    packs.set(blob, pack);
    for (const oldest of packs.keys()) {
      if (packs.size <= mostInMemory) return;
      packs.delete(oldest);
    }
  };
  return async (blob) => {
    const pack = packs.get(blob) ?? opened(blob);
    keep(blob, pack);
    const forget = (): void => {
      if (packs.get(blob) === pack) packs.delete(blob);
    };
    try {
      const found = await pack;
      // What is not in memory may be gone from the disk the next time.
      if (found?.bytes === undefined) forget();
      return found;
    } catch (error) {
      forget();
      throw error;
    }
  };
}

async function readSmall(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r');
  try {
    return (await file.stat()).size > mostBytes ? undefined : await file.readFile();
  } finally {
    await file.close();
  }
}
