import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { BlobId } from '../blobs/blob-store.ts';
import { steadyWrites } from '../blobs/steady-writes.ts';
import { type BodyEncoding, type PreparedPrefix, preparePrefix, seal } from '../document/sealed-body.ts';
import { messageOf } from '../errors.ts';
import { type ByteBody, documentBody, fileBody } from './byte-body.ts';
import { type HotBytes, hotBytes } from './hot-bytes.ts';
import type { SnapshotShelf } from './snapshot-shelf.ts';

/** A prefix on the disk, compressed (or plain, with geometry spliced in), without the end of its stream. */
interface PrefixOnDisk {
  readonly path: string;
  readonly sums: PreparedPrefix;
}

type PrefixEncoding = BodyEncoding | 'identity';

/**
 * Whole documents made ready for sending. The first request for one starts the work in the background and is
 * served without it; later requests copy what was made.
 */
export interface PreparedPrefixes {
  find(snapshot: BlobId, geometry: boolean, encoding: PrefixEncoding): Promise<PrefixOnDisk | undefined>;
  /** What was compressed and is asked for often. */
  readonly hot: HotBytes;
  /** Waits until nothing is being prepared. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Documents below this are encoded as they are sent. */
const smallestPrefixBytes = 128 * 1024;
/** Prepared prefixes are removed, oldest first, above this. */
const mostCacheBytes = 5_000_000_000;
/** Compressed prefixes are kept in memory up to this, where none of them is larger than that. */
const mostHotBytes = 64 * 1024 * 1024;
const largestHotBytes = 8 * 1024 * 1024;

export function preparedPrefixes(parts: {
  folder: string;
  snapshots: SnapshotShelf;
  log: Logger;
}): PreparedPrefixes {
  const { folder, snapshots, log } = parts;
  const ready = new Map<string, PrefixOnDisk>();
  const underWay = new Set<string>();
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const prepare = async (name: string, snapshot: BlobId, geometry: boolean, encoding: PrefixEncoding) => {
    if (isClosed) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    ready.set(
      name,
      (await readPrepared(path)) ?? (await writePrepared(path, snapshots, snapshot, geometry, encoding)),
    );
    await evict(folder, ready);
  };
  const hot = hotBytes({ mostBytes: mostHotBytes, largestBytes: largestHotBytes });
  return {
    hot,
    find: async (snapshot, geometry, encoding) => {
      const name = `${snapshot}-${geometry ? 'paths' : 'base'}-${encoding}`;
      const present = ready.get(name);
      // A look at the disk costs more than all else that is asked for an answer from memory.
      if (present !== undefined && (hot.has(present.path) || (await isThere(present.path)))) return present;
      ready.delete(name);
      if (underWay.has(name)) return undefined;
      underWay.add(name);
      queue = queue
        .then(() => prepare(name, snapshot, geometry, encoding))
        .catch((error) => log.error({ error: messageOf(error) }, 'a document was not prepared'))
        .finally(() => underWay.delete(name));
      return undefined;
    },
    settled: async () => {
      await queue;
    },
    close: async () => {
      isClosed = true;
      await queue;
    },
  };
}

/** A cache may be emptied by anybody at any time. */
async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A whole file as it is sent: plain, and encoded where that is prepared. */
export interface WholeBody {
  readonly body: ByteBody;
  readonly encoded?: (encoding: BodyEncoding) => Promise<ByteBody | undefined>;
}

/** Takes the bytes of a whole-file answer from the prepared prefixes where they are ready. */
export async function wholeBody(
  { prefixes, snapshots }: { prefixes: PreparedPrefixes; snapshots: SnapshotShelf },
  whole: { snapshot: BlobId; geometry: boolean; plain: ByteBody; tail: Uint8Array },
): Promise<WholeBody> {
  const { snapshot, plain, tail } = whole;
  if (plain.sizeBytes < smallestPrefixBytes) return { body: plain };
  const geometry = whole.geometry && plain.sizeBytes > (await bareBytes(snapshots, snapshot)) + tail.length;
  const spliced = geometry ? await prefixes.find(snapshot, geometry, 'identity') : undefined;
  return {
    body: spliced === undefined ? plain : fileBody(spliced.path, spliced.sums.sizeBytes, tail),
    encoded: async (encoding) => {
      const prefix = await prefixes.find(snapshot, geometry, encoding);
      return (
        prefix &&
        fileBody(prefix.path, prefix.sums.sizeBytes, seal(encoding, tail, prefix.sums), prefixes.hot)
      );
    },
  };
}

/** What the document takes without geometry. */
async function bareBytes(snapshots: SnapshotShelf, id: BlobId): Promise<number> {
  return (await snapshots.open(id)).snapshot.file({}).sizeBytes;
}

/** Behind the prefix's bytes stand its sums, so that a finished file explains itself after a restart. */
const trailerBytes = 16;

async function writePrepared(
  path: string,
  snapshots: SnapshotShelf,
  snapshot: BlobId,
  geometry: boolean,
  encoding: PrefixEncoding,
): Promise<PrefixOnDisk> {
  const opened = await snapshots.open(snapshot);
  // It outlives the design: one that is damaged may be mended, and would be sent as it was.
  await snapshots.prove(snapshot);
  const nothing = Buffer.alloc(0);
  const body = documentBody(opened.snapshot.file({ geometry }), opened, nothing, nothing);
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    const chunks = body.chunks();
    const write = steadyWrites(file);
    const sums =
      encoding === 'identity'
        ? await copyPrefix(chunks, write)
        : await preparePrefix(chunks, encoding, write);
    const trailer = Buffer.alloc(trailerBytes);
    trailer.writeUInt32LE(sums.crc32, 0);
    trailer.writeBigUInt64LE(BigInt(sums.prefixBytes), 8);
    await file.write(trailer);
    await file.sync();
    await file.close();
    await rename(part, path);
    return { path, sums };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

async function copyPrefix(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array) => Promise<unknown>,
): Promise<PreparedPrefix> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    await write(chunk);
    sizeBytes += chunk.length;
  }
  return { crc32: 0, prefixBytes: sizeBytes, sizeBytes };
}

async function readPrepared(path: string): Promise<PrefixOnDisk | undefined> {
  const present = await stat(path).catch(() => undefined);
  if (present === undefined || present.size <= trailerBytes) return undefined;
  const file = await open(path, 'r');
  try {
    const trailer = Buffer.alloc(trailerBytes);
    await file.read(trailer, 0, trailerBytes, present.size - trailerBytes);
    const sums = {
      crc32: trailer.readUInt32LE(0),
      prefixBytes: Number(trailer.readBigUInt64LE(8)),
      sizeBytes: present.size - trailerBytes,
    };
    return { path, sums };
  } finally {
    await file.close();
  }
}

async function evict(folder: string, ready: Map<string, PrefixOnDisk>): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, ...(await sizeAndAge(join(folder, name))) })),
  );
  let totalBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  for (const file of files.sort((a, b) => a.madeAt - b.madeAt)) {
    if (totalBytes <= mostCacheBytes) return;
    ready.delete(file.name);
    await rm(join(folder, file.name), { force: true });
    totalBytes -= file.sizeBytes;
  }
}

async function sizeAndAge(path: string): Promise<{ sizeBytes: number; madeAt: number }> {
  const found = await stat(path).catch(() => undefined);
  return { sizeBytes: found?.size ?? 0, madeAt: found?.mtimeMs ?? 0 };
}
