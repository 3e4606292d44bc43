import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { BlobStore } from '../blobs/blob-store.ts';
import { errorCode } from '../blobs/disk-files.ts';
import { StoreAway } from '../blobs/object-store.ts';
import type { ByteBody } from '../content/byte-body.ts';
import type { PackedImagesTable, Tables } from '../database/tables.ts';
import { messageOf } from '../errors.ts';
import { gatherImages } from './gather-images.ts';
import { type ImagesInPacks, imagesInPacks } from './images-in-packs.ts';
import { notePackedUse, packedNames, placePacked } from './packed-images-store.ts';

/**
 * Images where each of several servers finds them: many small ones lie together in one blob, a pack, and a table says
 * where. A pack may be lost at any time: what it held is drawn again.
 */
export interface ImagePacks extends ImagesInPacks {
  /** Takes an image along with the next pack. */
  offer(image: DrawnImage): void;
  /**
   * Waits until those of the images that were offered are where others find them, so that who is asked for one next
   * does not draw it again; not for long, and not while the store takes nothing.
   */
  shared(names: readonly string[]): Promise<void>;
  /** Says that images are in use of which one was read without asking here. */
  noteUse(names: readonly string[]): void;
  /** Waits until all that was offered is stored, or given up. */
  settled(): Promise<void>;
}

export interface DrawnImage {
  readonly name: string;
  readonly sizeBytes: number;
  /** Undefined once it has made room for others. */
  readonly read: () => Promise<ByteBody | undefined>;
}

export interface ImagePacksParts {
  readonly database: Kysely<Tables>;
  readonly blobs: Pick<BlobStore, 'put' | 'localPath' | 'bytesAt' | 'noteUse'>;
  readonly now: () => number;
  readonly log: Logger;
  readonly measures: PackMeasures;
}

/** Counts images as they come and go. */
export interface PackMeasures {
  /** An image was drawn here. */
  drawn(): void;
  /** An image was taken from a pack. */
  found(): void;
  /** So many images were stored in a pack, could not be, or were left since another server was faster. */
  packed(outcome: 'done' | 'failed' | 'left', images: number): void;
  /** So many images were drawn here that another server has drawn in the same moment. */
  drawnAtOnce(images: number): void;
}

/** A pack ends before it gets larger, and a larger image is one by itself. */
const mostPackBytes = 1024 * 1024;
const mostPackImages = 256;
/** How long an answer waits for its images to be where others find them. */
const sharedWithinMs = 2000;
/** How long the end of the server waits for packs. */
const patienceMs = 5000;

export function imagePacks(parts: ImagePacksParts): ImagePacks {
  const { database, log, now, measures } = parts;
  const waiting = waitingImages();
  let packing: Promise<void> | undefined;
  let isRefused = false;
  const underWay = new Map<string, PromiseWithResolvers<void>>();
  const goneOut = (images: readonly DrawnImage[]): void => {
    for (const { name } of images) {
      underWay.get(name)?.resolve();
      underWay.delete(name);
    }
  };

  const packAll = async (): Promise<void> => {
    while (!waiting.areNone()) {
      const images = await waiting.next();
      try {
        await pack(parts, images);
        isRefused = false;
      } catch (error) {
        // The next ones would wait as long for the same answer; they are drawn again where they are asked for.
        const left = error instanceof StoreAway ? waiting.giveUp() : [];
        isRefused = true;
        goneOut(left);
        measures.packed('failed', images.length + left.length);
        log.warn({ error: messageOf(error) }, 'images were not stored for other servers');
      }
      goneOut(images);
    }
    packing = undefined;
  };
  return {
    offer: (image) => {
      measures.drawn();
      waiting.add(image);
      if (!underWay.has(image.name)) underWay.set(image.name, Promise.withResolvers());
      packing ??= packAll();
    },
    shared: async (names) => {
      const open = names.flatMap((name) => underWay.get(name)?.promise ?? []);
      if (open.length === 0 || isRefused) return;
      waiting.hurry();
      await Promise.race([Promise.all(open), after(sharedWithinMs)]);
    },
    ...imagesInPacks(parts),
    noteUse: (names) =>
      void notePackedUse(database, names, now()).catch((error) =>
        log.warn({ error: messageOf(error) }, 'the use of images was not noted'),
      ),
    settled: async () => {
      waiting.hurry({ forever: true });
      await Promise.race([packing, after(patienceMs)]);
      waiting.giveUp();
    },
  };
}

/** Keeps no process from its end. */
const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** Images that come together for packs. */
function waitingImages() {
  let images: DrawnImage[] = [];
  /** How many of the first ones somebody waits for. */
  let awaited = 0;
  const gathering = gatherImages();
  return {
    areNone: () => images.length === 0,
    add: (image: DrawnImage) => void images.push(image),
    /** Those of the next pack; after a pause if there may be more by then, and nobody waits for these. */
    next: async (): Promise<DrawnImage[]> => {
      if (images.length < mostPackImages && awaited === 0) await gathering.wait();
      const pack = nextPack(images);
      images = images.slice(pack.length);
      awaited = Math.max(0, awaited - pack.length);
      return pack;
    },
    /** Whoever waits for what there is waits for no pause. */
    hurry: ({ forever = false } = {}) => {
      awaited = forever ? Number.POSITIVE_INFINITY : Math.max(awaited, images.length);
      gathering.end();
    },
    giveUp: (): DrawnImage[] => {
      const left = images;
      images = [];
      awaited = 0;
      return left;
    },
  };
}

/** The images that go first, one at least. */
function nextPack(waiting: readonly DrawnImage[]): DrawnImage[] {
  let sizeBytes = 0;
  const images: DrawnImage[] = [];
  for (const image of waiting.slice(0, mostPackImages)) {
    sizeBytes += image.sizeBytes;
    if (images.length > 0 && sizeBytes > mostPackBytes) break;
    images.push(image);
  }
  return images;
}

/** Bytes first, then the rows that lead to them: what breaks off leaves a blob that nothing refers to. */
async function pack(parts: ImagePacksParts, images: readonly DrawnImage[]): Promise<void> {
  const { database, measures } = parts;
  const names = images.map(({ name }) => name);
  const present = await packedNames(database, names);
  const open = images.filter(({ name }) => !present.has(name));
  const { stored, placed } = open.length === 0 ? { stored: 0, placed: 0 } : await packOpen(parts, open);
  measures.packed('done', placed);
  measures.packed('left', images.length - placed);
  measures.drawnAtOnce(images.length - open.length + stored - placed);
}

/** How many of the images were stored, and of how many of these it is now said where they lie. */
async function packOpen({ database, blobs, now }: ImagePacksParts, open: readonly DrawnImage[]) {
  const places: Omit<PackedImagesTable, 'blob' | 'used_at'>[] = [];
  const { id: blob } = await blobs.put(Readable.from(bytesOf(open, places), { objectMode: false }));
  const rows = places.map((place) => ({ ...place, blob, used_at: now() }));
  return { stored: rows.length, placed: rows.length === 0 ? 0 : await placePacked(database, rows) };
}

/** The bytes of images that are still there, one after the other; `places` gets to know which, and where. */
async function* bytesOf(
  images: readonly DrawnImage[],
  places: Omit<PackedImagesTable, 'blob' | 'used_at'>[],
): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const { name, read } of images) {
    let length = 0;
    try {
      const body = await read();
      for await (const chunk of body?.chunks() ?? []) {
        length += chunk.length;
        // What is not in memory is lent, and a stream holds it for longer.
        yield body?.whole === undefined ? Buffer.from(chunk) : chunk;
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
    if (length > 0) places.push({ name, start, length });
    start += length;
  }
}
