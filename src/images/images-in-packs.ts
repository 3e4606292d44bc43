import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { BlobNotFound, type BlobStore } from '../blobs/blob-store.ts';
import { BlobDamaged, StoreAway } from '../blobs/object-store.ts';
import type { Tables } from '../database/tables.ts';
import { messageOf } from '../errors.ts';
import type { FilePart } from './file-part.ts';
import { type KnownPack, type KnownPacks, knownPacks, type PackedPlace } from './known-packs.ts';
import { localPacks } from './local-packs.ts';
import { findPacks, forgetPack, notePackedUse, usePrecisionMs } from './packed-images-store.ts';
import { smallImageBytes } from './render-task.ts';

/** Finds images that lie in packs. */
export interface ImagesInPacks {
  /**
   * The image, or the part of a local file that it is; nothing where no pack has it, it is larger than is wanted, or
   * the pack cannot be had.
   */
  find(name: string, mostBytes?: number): Promise<Buffer | FilePart | undefined>;
  /** A small image, where its pack is in memory. */
  peek(name: string): Buffer | undefined;
}

export interface ImagesInPacksParts {
  readonly database: Kysely<Tables>;
  readonly blobs: Pick<BlobStore, 'localPath' | 'bytesAt' | 'noteUse'>;
  readonly now: () => number;
  readonly log: Logger;
  readonly measures: {
    /** An image was taken from a pack. */
    found(): void;
  };
}

export function imagesInPacks(parts: ImagesInPacksParts): ImagesInPacks {
  const { database, blobs, log, now, measures } = parts;
  const known = knownPacks((names) => findPacks(database, names));
  const local = localPacks((pack, wantsCopy) => bringPack(parts, { pack, wantsCopy, known }));

  const noteUse = async (name: string, { pack }: PackedPlace): Promise<void> => {
    blobs.noteUse?.(pack.blob);
    measures.found();
    if (now() - pack.usedAt <= usePrecisionMs) return;
    pack.usedAt = now();
    await notePackedUse(database, [name], pack.usedAt);
  };
  return {
    find: async (name, mostBytes = Number.POSITIVE_INFINITY) => {
      const place = await known.find(name);
      if (place === undefined || place.length > mostBytes) return undefined;
      const found = await local.open(place.pack);
      if (found === undefined) return undefined;
      await noteUse(name, place);
      if (found.bytes !== undefined) return ownPart(found.bytes, place);
      return { path: found.path, start: place.start, length: place.length };
    },
    peek: (name) => {
      const place = known.peek(name);
      if (place === undefined || place.length > smallImageBytes) return undefined;
      const bytes = local.peek(place.pack.blob);
      if (bytes === undefined) return undefined;
      noteUse(name, place).catch((error) =>
        log.warn({ error: messageOf(error) }, 'the use of images was not noted'),
      );
      return ownPart(bytes, place);
    },
  };
}

/** A copy, since a part would keep all of the pack in memory, unless it is all. */
const ownPart = (bytes: Buffer, { start, length }: PackedPlace): Buffer =>
  length === bytes.length
    ? bytes
    : Buffer.from(Uint8Array.from(bytes.subarray(start, start + length)).buffer);

/** A pack that is lost or damaged is forgotten with all its images; one that cannot be had now is left. */
async function bringPack(
  { database, blobs, log }: ImagesInPacksParts,
  { pack, wantsCopy, known }: { pack: KnownPack; wantsCopy: boolean; known: KnownPacks },
): Promise<Buffer | string | undefined> {
  const { blob, place } = pack;
  try {
    const bytes = wantsCopy || place === undefined ? undefined : await blobs.bytesAt?.(blob, place);
    return bytes ?? (await blobs.localPath(blob));
  } catch (error) {
    if (!(error instanceof BlobDamaged || error instanceof BlobNotFound || error instanceof StoreAway))
      throw error;
    log.warn({ blob, error: messageOf(error) }, 'images of a pack are drawn again');
    if (error instanceof StoreAway) return undefined;
    known.forget(blob);
    await forgetPack(database, blob);
    return undefined;
  }
}
