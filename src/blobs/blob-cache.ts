import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobId } from '../contract/branded-ids.ts';
import { isBlobId } from './blob-id.ts';
import { errorCode } from './disk-files.ts';
import type { StoreMeasures } from './object-store.ts';
import { hashFile } from './write-hashed.ts';

/** Copies of blobs on the local disk, which may be lost at any time. */
export interface BlobCache {
  /** Where a copy lies, if there is one. */
  find(id: BlobId): Promise<string | undefined>;
  /** A path for bytes that arrive. */
  newPath(): Promise<string>;
  /** Takes over a file whose bytes were hashed. Answers where it lies now. */
  keep(id: BlobId, path: string, sizeBytes: number): Promise<string>;
  remove(id: BlobId): Promise<void>;
  /** The copy is being read. */
  noteUse(id: BlobId): void;
  /** Removes all that is not in use, for a disk that is full. */
  empty(): Promise<void>;
}

export interface BlobCacheParts {
  readonly folder: string;
  readonly mostBytes: number;
  readonly measures: Pick<StoreMeasures, 'damaged' | 'copies'>;
  /** Milliseconds that only ever grow. */
  readonly elapsedMs?: () => number;
  /** For how long a copy counts as one that is read from. */
  readonly inUseMs?: number;
}

/** How long an answer may stand still; what was used since then may still be read. */
const usualInUseMs = 10 * 60_000;

interface Copy {
  readonly sizeBytes: number;
  usedAt: number;
  /** A file of an earlier run is hashed before its first use, so none is ever brought to the disk. */
  isProven: boolean;
}

interface Shelf extends BlobCacheParts {
  readonly elapsedMs: () => number;
  readonly inUseMs: number;
  /** Least recently used first. */
  readonly copies: Map<BlobId, Copy>;
  bytes: number;
}

/** Opens the folder with what an earlier run left there; what that had not finished goes. */
export async function openBlobCache(parts: BlobCacheParts): Promise<BlobCache> {
  const usual = { elapsedMs: () => performance.now(), inUseMs: usualInUseMs };
  const shelf: Shelf = { ...usual, ...parts, copies: new Map(), bytes: 0 };
  await rm(incomingOf(shelf), { recursive: true, force: true });
  await readCopies(shelf);
  await makeRoom(shelf, shelf.mostBytes);
  const proving = new Map<BlobId, Promise<boolean>>();
  let count = 0;
  return {
    find: (id) => find(shelf, proving, id),
    newPath: async () => {
      count += 1;
      const path = join(incomingOf(shelf), String(count));
      // Anybody may have emptied the folder meanwhile.
      await mkdir(incomingOf(shelf), { recursive: true, mode: 0o700 });
      return path;
    },
    keep: (id, path, sizeBytes) => keep(shelf, id, path, sizeBytes),
    remove: (id) => remove(shelf, id),
    noteUse: (id) => noteUse(shelf, id),
    empty: () => makeRoom(shelf, 0),
  };
}

const incomingOf = (shelf: Shelf): string => join(shelf.folder, 'incoming');
const pathOf = (shelf: Shelf, id: BlobId): string => join(shelf.folder, id.slice(0, 2), id);

async function readCopies(shelf: Shelf): Promise<void> {
  await mkdir(shelf.folder, { recursive: true, mode: 0o700 });
  const found: { id: BlobId; sizeBytes: number; at: number }[] = [];
  for (const outer of (await readdir(shelf.folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for (const id of (await readdir(join(shelf.folder, outer))).filter(isBlobId)) {
      const { size, mtimeMs } = await stat(pathOf(shelf, id));
      found.push({ id, sizeBytes: size, at: mtimeMs });
    }
  for (const { id, sizeBytes } of found.sort((a, b) => a.at - b.at)) {
    shelf.copies.set(id, { sizeBytes, usedAt: Number.NEGATIVE_INFINITY, isProven: false });
    shelf.bytes += sizeBytes;
  }
}

async function find(
  shelf: Shelf,
  proving: Map<BlobId, Promise<boolean>>,
  id: BlobId,
): Promise<string | undefined> {
  const copy = shelf.copies.get(id);
  if (copy === undefined) return undefined;
  // From here on it is in use, so nobody makes room with it.
  noteUse(shelf, id);
  const size = await stat(pathOf(shelf, id)).then(
    (file) => file.size,
    () => undefined,
  );
  const isWhole = size === copy.sizeBytes && (copy.isProven || (await provedOnce(shelf, proving, id, copy)));
  if (isWhole) return pathOf(shelf, id);
  if (size !== undefined) shelf.measures.damaged('copy');
  if (shelf.copies.get(id) === copy) await remove(shelf, id);
  return undefined;
}

/** Many may wait for the hash of one file. */
function provedOnce(
  shelf: Shelf,
  proving: Map<BlobId, Promise<boolean>>,
  id: BlobId,
  copy: Copy,
): Promise<boolean> {
  const proof = proving.get(id) ?? prove(shelf, id).finally(() => proving.delete(id));
  proving.set(id, proof);
  return proof.then((isProven) => {
    copy.isProven = isProven;
    return isProven;
  });
}

async function prove(shelf: Shelf, id: BlobId): Promise<boolean> {
  return hashFile(pathOf(shelf, id)).then(
    (found) => found.id === id,
    () => false,
  );
}

async function keep(shelf: Shelf, id: BlobId, path: string, sizeBytes: number): Promise<string> {
  const target = pathOf(shelf, id);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await move(path, target);
  shelf.bytes += sizeBytes - (shelf.copies.get(id)?.sizeBytes ?? 0);
  shelf.copies.delete(id);
  shelf.copies.set(id, { sizeBytes, usedAt: shelf.elapsedMs(), isProven: true });
  await makeRoom(shelf, shelf.mostBytes);
  return target;
}

/** A file of another disk is copied. */
async function move(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyFile(path, `${target}.part`);
    await rename(`${target}.part`, target);
    await rm(path, { force: true });
  }
}

function noteUse(shelf: Shelf, id: BlobId): void {
  const copy = shelf.copies.get(id);
  if (copy === undefined) return;
  copy.usedAt = shelf.elapsedMs();
  shelf.copies.delete(id);
  shelf.copies.set(id, copy);
}

async function remove(shelf: Shelf, id: BlobId): Promise<void> {
  shelf.bytes -= shelf.copies.get(id)?.sizeBytes ?? 0;
  shelf.copies.delete(id);
  await rm(pathOf(shelf, id), { force: true });
}

/** What is in use stays, also where it is more than there should be. */
async function makeRoom(shelf: Shelf, mostBytes: number): Promise<void> {
  const usedSince = shelf.elapsedMs() - shelf.inUseMs;
  for (const [id, { usedAt }] of shelf.copies) {
    if (shelf.bytes <= mostBytes || usedAt > usedSince) break;
    await remove(shelf, id);
  }
  shelf.measures.copies(shelf.bytes, Math.max(0, shelf.bytes - shelf.mostBytes));
}
