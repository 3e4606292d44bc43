import { readFileSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Logger } from 'pino';
import { type ByteBody, bytesBody, fileBody, fileRangeBody } from '../content/byte-body.ts';
import { type HotBytes, hotBytes } from '../content/hot-bytes.ts';
import { messageOf } from '../errors.ts';
import { readPart } from './file-part.ts';
import { type ImageBundles, imageBundles } from './image-bundles.ts';
import type { ImagePacks } from './image-packs.ts';
import { type OwnFiles, ownFiles } from './own-files.ts';
import { smallImageBytes } from './render-task.ts';

/**
 * Finished images on the disk, within a budget: those not used for longest are evicted, and rendered again. Where
 * several servers share their images, those of the others too.
 */
export interface RenderedFiles {
  pathOf(name: string): string;
  /**
   * Counts an image that was put under its path, or keeps the `bytes` of a small one: in memory for a while, and on
   * the disk with those of others.
   * @param isShared another server has drawn it, and stores it for all
   */
  added(name: string, sizeBytes: number, bytes: Uint8Array | undefined, isShared?: boolean): void;
  /** Undefined for one that is not there, or not any more. */
  read(name: string): Promise<ByteBody | undefined>;
  /** The same of one of that size that was made just now. */
  readNew(name: string, sizeBytes: number): Promise<ByteBody | undefined>;
  /** The bytes of one that is in memory. */
  peek(name: string): Buffer | undefined;
  /** The bytes of a small one that lies together with others. */
  bring(name: string): Promise<Buffer | undefined>;
  /** Waits until nothing is being removed or shared. */
  settled(): Promise<void>;
  /** Waits a little until other servers find these images, where there are any. */
  shared(names: readonly string[]): Promise<void>;
}

/** Small images are kept in memory too, up to so much in all: most are asked for soon after they were made. */
const mostHotBytes = 16 * 1024 * 1024;
/** Of an image that was just made, what is read without waiting. */
const mostAtOnceBytes = 256 * 1024;
/** The time of the last use is noted on the disk no more often than this. */
const usePrecisionMs = 3_600_000;
/** What a file takes on the disk at least. */
const blockBytes = 4096;
/** How much of the budget is left in use when room is made. */
const share = 0.9;

interface RenderedFilesParts {
  readonly folder: string;
  readonly mostBytes: number;
  readonly now: () => number;
  readonly log: Logger;
  readonly packs?: ImagePacks | undefined;
}

export function renderedFiles(parts: RenderedFilesParts): RenderedFiles {
  const { folder, mostBytes, now, log, packs } = parts;
  const hot = hotBytes({ mostBytes: mostHotBytes, largestBytes: smallImageBytes });
  // Joined by hand: each image has its path made several times, and there is nothing in it to be resolved.
  // In few folders: making one takes the system longer than writing an image.
  const pathOf = (name: string) => `${folder}${sep}${name.slice(0, 1)}${sep}${name}`;
  const budget = diskBudget({ folder, mostBytes, log, removed: (path) => bundles.removed(path) });
  const bundles = imageBundles({
    folder: join(folder, 'bundles'),
    now,
    log,
    written: budget.written,
    used: (names) => packs?.noteUse(names),
  });
  const own = ownFiles(folder);
  const { together, alone, packed, peek } = imageReaders({ ...parts, hot, bundles, own });
  const read = async (name: string) => (await readHere(name)) ?? packed(name, pathOf(name));
  const readHere = async (name: string): Promise<ByteBody | undefined> => {
    const path = pathOf(name);
    const bytes = await together(name, path);
    return bytes === undefined ? alone(name, path) : bytesBody(bytes);
  };
  return {
    pathOf,
    added: (name, sizeBytes, bytes, isShared = false) => {
      const copy = bytes && ownCopy(bytes);
      if (copy !== undefined) hot.keep(pathOf(name), copy);
      if (!isShared) packs?.offer({ name, sizeBytes, read: () => readHere(name) });
      if (copy !== undefined) return bundles.add(name, copy);
      own.added(name);
      budget.written(sizeBytes);
    },
    peek: (name) => peek(name, pathOf(name)),
    read,
    readNew: async (name, sizeBytes) => writtenJustNow(pathOf(name), sizeBytes) ?? read(name),
    bring: async (name) => {
      const path = pathOf(name);
      const bytes = await together(name, path);
      if (bytes !== undefined || (await own.mayHave(name))) return bytes;
      return (await packed(name, path, smallImageBytes))?.whole;
    },
    shared: async (names) => packs?.shared(names),
    settled: async () => {
      await bundles.settled();
      await budget.settled();
      await packs?.settled();
    },
  };
}

/**
 * A file that this machine has written just now: the system has it in its memory, from where it comes at once. Asking
 * for it and waiting takes several times as long. Nothing for what is larger, and where it is not there.
 */
function writtenJustNow(path: string, sizeBytes: number): ByteBody | undefined {
  if (sizeBytes <= smallImageBytes || sizeBytes > mostAtOnceBytes) return undefined;
  try {
    const bytes = readFileSync(path);
    return { sizeBytes: bytes.length, chunks: () => [bytes], heldBytes: bytes.length };
  } catch {
    return undefined;
  }
}

interface Reading extends Pick<RenderedFilesParts, 'now' | 'packs'> {
  readonly hot: HotBytes;
  readonly bundles: ImageBundles;
  readonly own: OwnFiles;
}

/** Reads an image from each place where it may be, by its name and its path, and keeps small ones in memory. */
function imageReaders({ hot, bundles, own, packs, now }: Reading) {
  const keep = (path: string, bytes: Buffer): Buffer => {
    if (bytes.length <= smallImageBytes) hot.keep(path, bytes);
    return bytes;
  };
  const keepIfAny = (path: string, bytes: Buffer | undefined) => bytes && keep(path, bytes);
  return {
    /** From memory, without waiting. */
    peek: (name: string, path: string): Buffer | undefined =>
      hot.peek(path) ?? keepIfAny(path, packs?.peek(name)),
    /** A small one that lies here together with others. */
    together: async (name: string, path: string): Promise<Buffer | undefined> =>
      hot.peek(path) ?? keepIfAny(path, await bundles.read(name)),
    /** One in a file of its own. */
    alone: async (name: string, path: string): Promise<ByteBody | undefined> => {
      const found = (await own.mayHave(name)) ? await stat(path).catch(() => undefined) : undefined;
      if (found === undefined || found.size === 0) return undefined;
      if (now() - found.mtimeMs > usePrecisionMs) {
        await utimes(path, now() / 1000, now() / 1000);
        packs?.noteUse([name]);
      }
      return fileBody(path, found.size, Buffer.alloc(0), hot);
    },
    /** One that another server has drawn, too. */
    packed: async (name: string, path: string, mostBytes?: number): Promise<ByteBody | undefined> => {
      const part = await packs?.find(name, mostBytes);
      if (part === undefined) return undefined;
      if (part instanceof Uint8Array) return bytesBody(keep(path, part));
      if (part.length > smallImageBytes) return fileRangeBody(part.path, part.start, part.length);
      return bytesBody(keep(path, await readPart(part)));
    },
  };
}

interface DiskBudget {
  /** Counts a file that was put into the folder. */
  written(sizeBytes: number): void;
  /** Waits until nothing is being removed. */
  settled(): Promise<void>;
}

/** Makes room in a folder whenever more lies there than may; `removed` hears of each file that went. */
function diskBudget(parts: {
  readonly folder: string;
  readonly mostBytes: number;
  readonly log: Logger;
  readonly removed: (path: string) => void;
}): DiskBudget {
  const { folder, mostBytes, log, removed } = parts;
  /** Unknown until the first look, which is taken when the first file is written. */
  let usedBytes = Number.POSITIVE_INFINITY;
  let writtenBytes = 0;
  let eviction: Promise<void> | undefined;
  const makeRoom = async (): Promise<void> => {
    writtenBytes = 0;
    usedBytes = await evict(folder, mostBytes, removed);
    usedBytes += writtenBytes;
  };
  return {
    written: (sizeBytes) => {
      usedBytes += onDisk(sizeBytes);
      writtenBytes += onDisk(sizeBytes);
      if (usedBytes <= mostBytes || eviction !== undefined) return;
      eviction = makeRoom()
        .catch((error) => log.error({ error: messageOf(error) }, 'no room was made for images'))
        .finally(() => {
          eviction = undefined;
        });
    },
    settled: async () => eviction,
  };
}

/** What came in a message is a part of that message, which would be kept whole. */
const ownCopy = (bytes: Uint8Array): Buffer => Buffer.from(Uint8Array.from(bytes).buffer);

const onDisk = (sizeBytes: number): number => Math.ceil(sizeBytes / blockBytes) * blockBytes;

/** Removes the images not used for longest where there are too many; answers how much is left. */
async function evict(folder: string, mostBytes: number, removed: (path: string) => void): Promise<number> {
  const files = await filesIn(folder);
  let usedBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (usedBytes <= mostBytes) return usedBytes;
  for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
    if (usedBytes <= mostBytes * share) break;
    await rm(file.path, { force: true });
    removed(file.path);
    usedBytes -= file.sizeBytes;
  }
  return usedBytes;
}

async function filesIn(folder: string): Promise<{ path: string; sizeBytes: number; usedAt: number }[]> {
  const files = [];
  for (const shard of await readdir(folder)) {
    for (const name of await readdir(join(folder, shard))) {
      const path = join(folder, shard, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined) files.push({ path, sizeBytes: onDisk(found.size), usedAt: found.mtimeMs });
    }
  }
  return files;
}
