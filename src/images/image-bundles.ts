import { hash } from 'node:crypto';
import { constants, mkdir, open, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import { errorCode } from '../blobs/disk-files.ts';
import { messageOf } from '../errors.ts';
import { readPart } from './file-part.ts';
import { gatherImages } from './gather-images.ts';

/**
 * Small images on the disk, many in one file, a bundle: making a file takes the system as long as
 * drawing an icon. Each begins with a line that says what is where; a bundle that is lost or damaged, or was not
 * written before the process ended, costs nothing but drawing its images again.
 */
export interface ImageBundles {
  /** Takes an image along with the next bundle; it can be read at once. */
  add(name: string, bytes: Buffer): void;
  /** Undefined for an image that is in no bundle, or not any more. */
  read(name: string): Promise<Buffer | undefined>;
  /** Forgets what lay in a file that is gone. */
  removed(path: string): void;
  /** Waits until all that was added is written, or given up. */
  settled(): Promise<void>;
}

export interface ImageBundlesParts {
  readonly folder: string;
  readonly now: () => number;
  readonly log: Logger;
  /** A bundle of that size was put into the folder. */
  readonly written: (sizeBytes: number) => void;
  /** Some image of a bundle that holds these was read. Told no more often than uses are noted on the disk. */
  readonly used?: (names: readonly string[]) => void;
}

const mostBundleBytes = 1024 * 1024;
const mostBundleImages = 128;
/** What waits to be written; more than that is kept in memory alone. */
const mostWaitingBytes = 16 * 1024 * 1024;
/** Of all bundles: where each lies is kept in memory, 14 MB for so many. */
const mostImages = 100_000;
/** The time of the last use is noted on the disk no more often than this. */
const usePrecisionMs = 3_600_000;
const ending = '.images';
/** The first line of the largest bundle is two thirds of it. */
const mostHeadBytes = 16 * 1024;

/** Of an image in its bundle: name, place behind the first line, length, checksum. */
type Entry = readonly [name: string, start: number, length: number, checksum: number];

interface Bundle {
  readonly path: string;
  readonly headBytes: number;
  readonly entries: readonly Entry[];
  usedAt: number;
}

export function imageBundles(parts: ImageBundlesParts): ImageBundles {
  const shelf = bundleShelf();
  const waiting = new Map<string, Buffer>();
  const gathering = gatherImages();
  let waitingBytes = 0;
  let isEnding = false;
  let writing: Promise<void> | undefined;
  let loaded: Promise<void> | undefined;

  const load = () => (loaded ??= loadBundles(parts.folder, shelf));
  const writeAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      if (waiting.size < mostBundleImages && !isEnding) await gathering.wait();
      const images = nextImages(waiting);
      await load();
      await writeBundle(parts, shelf, images).catch((error) =>
        parts.log.warn({ error: messageOf(error) }, 'small images were not kept on the disk'),
      );
      for (const [name, bytes] of images) if (waiting.delete(name)) waitingBytes -= bytes.length;
    }
    writing = undefined;
  };
  return {
    add: (name, bytes) => {
      if (waiting.has(name) || waitingBytes + bytes.length > mostWaitingBytes) return;
      waiting.set(name, bytes);
      waitingBytes += bytes.length;
      writing ??= writeAll();
    },
    read: async (name) => {
      const kept = waiting.get(name);
      if (kept !== undefined) return kept;
      await load();
      return readBundled(parts, shelf, name);
    },
    removed: shelf.forget,
    settled: async () => {
      isEnding = true;
      gathering.end();
      await writing;
    },
  };
}

/** The images that go first, one at least. */
function nextImages(waiting: ReadonlyMap<string, Buffer>): [string, Buffer][] {
  const images: [string, Buffer][] = [];
  let sizeBytes = 0;
  for (const image of waiting) {
    sizeBytes += image[1].length;
    if (images.length === mostBundleImages || (images.length > 0 && sizeBytes > mostBundleBytes)) break;
    images.push(image);
  }
  return images;
}

/** What is known of the bundles in the folder. */
interface BundleShelf {
  keep(bundle: Bundle): void;
  find(name: string): { readonly bundle: Bundle; readonly entry: Entry } | undefined;
  /** Puts a bundle behind all others. */
  use(bundle: Bundle): void;
  forget(path: string): void;
  /** The bundle that was not used for longest, while there are too many images. */
  tooMuch(): Bundle | undefined;
}

function bundleShelf(): BundleShelf {
  /** By path, the least recently used first. */
  const bundles = new Map<string, Bundle>();
  const places = new Map<string, { readonly bundle: Bundle; readonly entry: Entry }>();
  return {
    keep: (bundle) => {
      bundles.set(bundle.path, bundle);
      for (const entry of bundle.entries) places.set(entry[0], { bundle, entry });
    },
    find: (name) => places.get(name),
    use: (bundle) => {
      if (bundles.delete(bundle.path)) bundles.set(bundle.path, bundle);
    },
    forget: (path) => {
      const bundle = bundles.get(path);
      bundles.delete(path);
      for (const [name] of bundle?.entries ?? [])
        if (places.get(name)?.bundle === bundle) places.delete(name);
    },
    tooMuch: () => (places.size > mostImages ? bundles.values().next().value : undefined),
  };
}

/** The file appears under its path whole or not at all; the folder is made where it is not there, as most often it is. */
async function putWhole(folder: string, path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.part`;
  const write = () => writeFile(part, bytes, { mode: 0o600 });
  await write().catch(async (error) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  });
  await rename(part, path);
}

async function writeBundle(
  { folder, now, written }: ImageBundlesParts,
  shelf: BundleShelf,
  images: readonly (readonly [string, Buffer])[],
): Promise<void> {
  const entries: Entry[] = [];
  let start = 0;
  for (const [name, bytes] of images) {
    entries.push([name, start, bytes.length, crc32(bytes)]);
    start += bytes.length;
  }
  const head = Buffer.from(`${JSON.stringify(entries)}\n`);
  const path = join(folder, `${hash('sha256', head).slice(0, 32)}${ending}`);
  await putWhole(folder, path, Buffer.concat([head, ...images.map(([, bytes]) => bytes)]));
  shelf.keep({ path, headBytes: head.length, entries, usedAt: now() });
  written(head.length + start);
  for (let oldest = shelf.tooMuch(); oldest !== undefined; oldest = shelf.tooMuch()) {
    shelf.forget(oldest.path);
    await rm(oldest.path, { force: true });
  }
}

async function readBundled(
  { now, used }: ImageBundlesParts,
  shelf: BundleShelf,
  name: string,
): Promise<Buffer | undefined> {
  const place = shelf.find(name);
  if (place === undefined) return undefined;
  const { bundle, entry } = place;
  const [, start, length, checksum] = entry;
  const part = { path: bundle.path, start: bundle.headBytes + start, length };
  const bytes = await readPart(part).catch(() => undefined);
  if (bytes === undefined || crc32(bytes) !== checksum) {
    shelf.forget(bundle.path);
    return undefined;
  }
  shelf.use(bundle);
  if (now() - bundle.usedAt > usePrecisionMs) {
    bundle.usedAt = now();
    used?.(bundle.entries.map(([name]) => name));
    await utimes(bundle.path, now() / 1000, now() / 1000).catch(() => {});
  }
  return bytes;
}

/** Looks through the bundles of earlier runs; what only has the name of one goes. */
async function loadBundles(folder: string, shelf: BundleShelf): Promise<void> {
  const files = (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter(
    (file) => file.isFile() && file.name.endsWith(ending),
  );
  const bundles: Bundle[] = [];
  for (const { name } of files) {
    const path = join(folder, name);
    const bundle = await readHead(path).catch(() => undefined);
    if (bundle === 'damaged') await rm(path, { force: true }).catch(() => {});
    else if (bundle !== undefined) bundles.push(bundle);
  }
  for (const bundle of bundles.sort((one, other) => one.usedAt - other.usedAt)) shelf.keep(bundle);
}

/** Without waiting for whoever may write into it, where it has become a pipe since it was listed. */
const opening = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Damaged where no first line says what is where. */
async function readHead(path: string): Promise<Bundle | 'damaged'> {
  const file = await open(path, opening);
  try {
    const { mtimeMs } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostHeadBytes), 0, mostHeadBytes, 0);
    const headBytes = buffer.subarray(0, bytesRead).indexOf('\n') + 1;
    const entries = entriesIn(buffer.toString('utf8', 0, headBytes));
    return entries === undefined ? 'damaged' : { path, headBytes, entries, usedAt: mtimeMs };
  } finally {
    await file.close();
  }
}

function entriesIn(line: string): Entry[] | undefined {
  try {
    const entries: unknown = JSON.parse(line);
    return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
  } catch {
    return undefined;
  }
}

const isEntry = (entry: unknown): entry is Entry =>
  Array.isArray(entry) &&
  entry.length === 4 &&
  typeof entry[0] === 'string' &&
  entry.slice(1).every((number) => Number.isSafeInteger(number) && number >= 0) &&
  entry[2] <= mostBundleBytes;
