import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type BlobFault, faultOf } from './blob-fault.ts';
import { isBlobId, slices } from './blob-id.ts';
import { type BlobId, BlobNotFound, type BlobStore, type Hashed } from './blob-store.ts';
import { createIn, type DiskFiles, diskFiles, errorCode, type WrittenFile } from './disk-files.ts';
import { BlobDamaged } from './object-store.ts';
import { type ProvenFiles, provenFiles } from './proven-files.ts';
import { hashed, hashFile } from './write-hashed.ts';

export interface DiskBlobStoreOptions {
  folder: string;
  /** Time noted beside a blob, in milliseconds; the disk's own where absent. */
  now?: () => number;
  files?: DiskFiles;
  /** Hears once of each blob that is found missing or damaged. */
  found?: (id: BlobId, fault: BlobFault) => void;
  /** From the first look at a blob until its bytes are compared with its name. */
  restMs?: number;
}

/** The disk refused a write. What was begun is gone, what was stored before is untouched. */
export class BlobNotStored extends Error {
  constructor(cause: unknown) {
    super(refusals[errorCode(cause) ?? ''] ?? 'The disk refused to store a file.', { cause });
    this.name = 'BlobNotStored';
  }
}

const refusals: Record<string, string> = {
  ENOSPC: 'The disk is full; the file was not stored.',
  EDQUOT: 'The disk quota is used up; the file was not stored.',
  EROFS: 'The disk cannot be written to; the file was not stored.',
  EACCES: 'The data folder may not be written to; the file was not stored.',
};

interface Disk {
  readonly folder: string;
  readonly files: DiskFiles;
  readonly now: (() => number) | undefined;
  /** Folders whose own name is safe on the disk, or about to be. */
  readonly made: Map<string, Promise<void>>;
}

type ProvenDisk = Disk & { readonly proofs: ProvenFiles };

/**
 * Blobs as files named by their hash, `ab/cd/abcd…`. A file gets its name only once its bytes are on the disk,
 * so what has a name is whole. Opening removes the unfinished files of an earlier run: one store to a folder.
 * The `end` of a range is the last byte read, as in HTTP.
 */
export async function openDiskBlobStore(
  options: DiskBlobStoreOptions,
): Promise<BlobStore & { close(): void }> {
  const { folder, files = diskFiles, now, found, restMs } = options;
  const reader: Disk = { folder, files, now, made: new Map() };
  const hearers = found === undefined ? [] : [found];
  const proofs = provenFiles({
    stat: (id) => statOf(reader, id),
    hash: (id) => hashFile(pathOf(reader, id), files),
    found: (id, fault) => {
      for (const hear of hearers) hear(id, fault);
    },
    ...(restMs === undefined ? {} : { restMs }),
  });
  const disk: ProvenDisk = { ...reader, proofs };
  await clearIncoming(disk);
  return {
    ...reading(disk),
    put: (bytes) => put(disk, bytes),
    adopt: (path, hashed) => adopt(disk, path, hashed),
    localPath: (id) => localPath(disk, id),
    prove: proofs.prove,
    whenDamaged: (hear) => hearers.push(hear),
    delete: async (id) => {
      if (isBlobId(id)) await removeIfThere(disk, pathOf(disk, id));
    },
    close: proofs.close,
  };
}

/** What reads blobs and changes nothing. */
type BlobReader = Pick<BlobStore, 'read' | 'has' | 'sizeOf' | 'list'>;

const reading = (disk: Disk): BlobReader => ({
  read: (id, range) => read(disk, id, range),
  has: (id) => has(disk, id),
  sizeOf: (id) => sizeOf(disk, id),
  list: () => list(disk),
});

/** Reads such a folder beside the one who works with it. */
export const readDiskBlobs = (folder: string): BlobReader & { readonly pathOf: (id: BlobId) => string } => {
  const disk: Disk = { folder, files: diskFiles, now: undefined, made: new Map() };
  return { ...reading(disk), pathOf: (id) => pathOf(disk, id) };
};

const incomingOf = (disk: Disk): string => join(disk.folder, 'incoming');
const pathOf = (disk: Disk, id: BlobId): string => join(disk.folder, id.slice(0, 2), id.slice(2, 4), id);

async function clearIncoming(disk: Disk): Promise<void> {
  const incoming = incomingOf(disk);
  await disk.files.mkdir(incoming);
  await disk.files.syncFolder(dirname(disk.folder));
  for (const name of await disk.files.readdir(incoming)) await disk.files.unlink(join(incoming, name));
}

let incomingCount = 0;

async function put(disk: ProvenDisk, bytes: Uint8Array | Readable): Promise<Hashed> {
  incomingCount += 1;
  const path = join(incomingOf(disk), `${process.pid}-${incomingCount}`);
  try {
    const stored = await writeNew(disk, path, bytes instanceof Uint8Array ? slices(bytes) : bytes);
    await moveIn(disk, path, stored.id);
    return stored;
  } catch (error) {
    await removeIfThere(disk, path);
    throw error;
  }
}

async function writeNew(
  disk: Disk,
  path: string,
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Hashed> {
  const file = await onDisk(() => createIn(path, disk.files));
  try {
    const stored = await hashed(parts, (part) => onDisk(() => file.write(part)));
    await onDisk(() => seal(disk, file));
    return stored;
  } finally {
    await onDisk(() => file.close());
  }
}

async function seal(disk: Disk, file: WrittenFile): Promise<void> {
  if (disk.now) await file.setTime(disk.now());
  await file.sync();
}

/** Replaces a file of the same name, whose bytes are the same, so that its time starts anew. */
async function moveIn(disk: ProvenDisk, path: string, id: BlobId): Promise<void> {
  const target = pathOf(disk, id);
  const folder = dirname(target);
  await onDisk(async () => {
    await makeFolder(disk, dirname(folder));
    await makeFolder(disk, folder);
    await disk.files.rename(path, target);
    await disk.files.syncFolder(folder);
  });
  disk.proofs.stored(id);
}

/** Whoever needs a folder waits until its name is safe, also when somebody else is just making it. */
async function makeFolder(disk: Disk, path: string): Promise<void> {
  const making = disk.made.get(path) ?? makeNew(disk, path);
  disk.made.set(path, making);
  try {
    await making;
  } catch (error) {
    disk.made.delete(path);
    throw error;
  }
}

async function makeNew(disk: Disk, path: string): Promise<void> {
  await disk.files.mkdir(path);
  await disk.files.syncFolder(dirname(path));
}

/** A file of another disk cannot be moved: it is copied, then removed. */
async function adopt(disk: ProvenDisk, path: string, known: Hashed | undefined): Promise<Hashed> {
  const stored = known ?? (await hashFile(path, disk.files));
  try {
    await sealAt(disk, path);
    await moveIn(disk, path, stored.id);
    return stored;
  } catch (error) {
    if (errorCode((error as Error).cause) !== 'EXDEV') throw error;
  }
  const copied = await put(disk, (await disk.files.open(path)).createReadStream());
  await disk.files.unlink(path);
  return copied;
}

async function sealAt(disk: Disk, path: string): Promise<void> {
  const file = await onDisk(() => disk.files.reopen(path));
  try {
    await onDisk(() => seal(disk, file));
  } finally {
    await file.close();
  }
}

async function localPath(disk: ProvenDisk, id: BlobId): Promise<string> {
  disk.proofs.look(id, await statOf(disk, id));
  return pathOf(disk, id);
}

async function read(disk: Disk, id: BlobId, range?: { start: number; end: number }): Promise<Readable> {
  const file = await present(id, () => disk.files.open(pathOf(disk, id)));
  return file.createReadStream(range ?? {});
}

const sizeOf = async (disk: Disk, id: BlobId): Promise<number> => (await statOf(disk, id)).size;

const statOf = (disk: Disk, id: BlobId): Promise<Stats> =>
  present(id, () => disk.files.stat(pathOf(disk, id)));

/** @throws BlobNotFound where there is no such file, BlobDamaged where there is something else */
async function present<T>(id: BlobId, work: () => Promise<T>): Promise<T> {
  if (!isBlobId(id)) throw new BlobNotFound(id);
  return work().catch((error) => {
    if (isMissing(error)) throw new BlobNotFound(id);
    throw faultOf(error) === undefined ? error : new BlobDamaged(id, error);
  });
}

async function has(disk: Disk, id: BlobId): Promise<boolean> {
  return isBlobId(id) && (await foundAt(disk, pathOf(disk, id))) !== undefined;
}

async function* list(disk: Disk): AsyncGenerator<{ id: BlobId; storedAt: number }> {
  for await (const folder of innerFolders(disk)) {
    for (const id of await namesIn(disk, folder)) {
      if (!isBlobId(id)) continue;
      const found = await foundAt(disk, join(folder, id));
      if (found?.isFile()) yield { id, storedAt: found.mtimeMs };
    }
  }
}

async function* innerFolders(disk: Disk): AsyncGenerator<string> {
  const isPrefix = (name: string) => /^[0-9a-f]{2}$/.test(name);
  for (const outer of (await disk.files.readdir(disk.folder)).filter(isPrefix)) {
    const inner = await namesIn(disk, join(disk.folder, outer));
    for (const name of inner.filter(isPrefix)) yield join(disk.folder, outer, name);
  }
}

/** None where there is no such folder. */
const namesIn = (disk: Disk, path: string): Promise<string[]> =>
  disk.files.readdir(path).catch((error) => ignoreMissing(error) ?? []);

/** Undefined where there is no such file, or no longer. */
const foundAt = (disk: Disk, path: string): Promise<Stats | undefined> =>
  disk.files.stat(path).catch((error) => ignoreMissing(error));

async function removeIfThere(disk: Disk, path: string): Promise<void> {
  await disk.files.unlink(path).catch((error) => ignoreMissing(error));
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Also where a file lies in the place of a folder, or links lead in a circle. */
const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '');

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new BlobNotStored(error);
  }
}
