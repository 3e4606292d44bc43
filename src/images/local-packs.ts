import { open } from 'node:fs/promises';
import type { BlobId } from '../contract/branded-ids.ts';

/** A pack on the local disk. */
export interface LocalPack {
  readonly path: string;
  /** All of it, where it is small. */
  readonly bytes: Buffer | undefined;
}

/** Packs by their blobs; the small ones that were asked for last stay in memory. */
export interface LocalPacks {
  /** Brings a pack to the local disk; nothing where it cannot be had. */
  open(blob: BlobId): Promise<LocalPack | undefined>;
  /** All of a pack that is in memory. */
  peek(blob: BlobId): Buffer | undefined;
}

/** Larger ones are read where they lie. */
const mostBytes = 1024 * 1024;
const mostInMemory = 4;
/** What cannot be had is not asked for again by those who ask right after. */
const usualRestMs = 1000;

/**
 * Whoever asks for an image asks for its neighbours, most often at once: the packs that were asked for last are read
 * once.
 * @param pathOf brings a pack to the local disk; nothing where it cannot be had
 */
export function localPacks(
  pathOf: (blob: BlobId) => Promise<string | undefined>,
  restMs = usualRestMs,
): LocalPacks {
  /** Least recently asked for first. */
  const packs = new Map<BlobId, Opened>();
  const read = async (blob: BlobId): Promise<LocalPack | undefined> => {
    const path = await pathOf(blob);
    return path === undefined ? undefined : { path, bytes: await readSmall(path) };
  };
  const begin = (blob: BlobId): Opened => {
    const opened: Opened = { pack: read(blob), bytes: undefined };
    const forget = (): void => {
      if (packs.get(blob) === opened) packs.delete(blob);
    };
    opened.pack.then((pack) => {
      if (pack === undefined) setTimeout(forget, restMs).unref();
      // What is not in memory may be gone from the disk the next time.
      else if (pack.bytes === undefined) forget();
      else opened.bytes = pack.bytes;
    }, forget);
    return opened;
  };
  return {
    open: (blob) => {
      const opened = packs.get(blob) ?? begin(blob);
      packs.delete(blob);
      packs.set(blob, opened);
      for (const oldest of packs.keys()) {
        if (packs.size <= mostInMemory) break;
        packs.delete(oldest);
      }
      return opened.pack;
    },
    peek: (blob) => packs.get(blob)?.bytes,
  };
}

interface Opened {
  readonly pack: Promise<LocalPack | undefined>;
  bytes: Buffer | undefined;
}

async function readSmall(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r');
  try {
    return (await file.stat()).size > mostBytes ? undefined : await file.readFile();
  } finally {
    await file.close();
  }
}
