import { open } from 'node:fs/promises';
import type { BlobId } from '../contract/branded-ids.ts';
import { LeastRecent } from '../least-recent.ts';
import type { KnownPack } from './known-packs.ts';

/** A pack that was brought: all of it in memory, where it is not large, or a file of the local disk. */
export type LocalPack = { readonly bytes: Buffer } | { readonly bytes?: undefined; readonly path: string };

/** Packs by their blobs; the small ones that were asked for last stay in memory. */
export interface LocalPacks {
  /** Brings a pack; nothing where it cannot be had. */
  open(pack: KnownPack): Promise<LocalPack | undefined>;
  /** All of a pack that is in memory. */
  peek(blob: BlobId): Buffer | undefined;
}

/** Larger ones are read where they lie on the disk. */
const mostBytes = 1024 * 1024;
const mostInMemory = 4;
/** What cannot be had is not asked for again by those who ask right after, who also share what is too large to stay. */
const usualRestMs = 1000;
/** The packs of which is known that they were brought into memory alone. */
const mostNoted = 1000;

/**
 * Brings a pack to the local disk and answers its path; or, where no copy is asked for, its bytes, if they can be had
 * so. Nothing where it cannot be had.
 */
export type BringPack = (pack: KnownPack, wantsCopy: boolean) => Promise<Buffer | string | undefined>;

/**
 * Whoever asks for an image asks for its neighbours, most often at once: the packs that were asked for last are read
 * once. Most are never asked for again, so a copy is made of those that are.
 */
export function localPacks(bring: BringPack, restMs = usualRestMs): LocalPacks {
  const packs = new LeastRecent<BlobId, Opened>(mostInMemory);
  const noted = new LeastRecent<BlobId, true>(mostNoted);
  const read = async (pack: KnownPack): Promise<LocalPack | undefined> => {
    const isNoted = noted.get(pack.blob) !== undefined;
    noted.set(pack.blob, true);
    const found = await bring(pack, isNoted);
    if (typeof found !== 'string') return found && { bytes: found };
    const bytes = await readSmall(found);
    return bytes === undefined ? { path: found } : { bytes };
  };
  const begin = (asked: KnownPack): Opened => {
    const { blob } = asked;
    const opened: Opened = { pack: read(asked), bytes: undefined };
    packs.set(blob, opened);
    const forget = (): void => {
      if (packs.peek(blob) === opened) packs.delete(blob);
    };
    opened.pack.then((pack) => {
      opened.bytes = pack?.bytes;
      if (pack === undefined || (pack.bytes?.length ?? 0) > mostBytes) setTimeout(forget, restMs).unref();
      // What is not in memory may be gone from the disk the next time.
      else if (pack.bytes === undefined) forget();
    }, forget);
    return opened;
  };
  return {
    open: (pack) => (packs.get(pack.blob) ?? begin(pack)).pack,
    peek: (blob) => packs.peek(blob)?.bytes,
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
