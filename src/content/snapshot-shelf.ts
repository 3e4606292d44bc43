import { statSync } from 'node:fs';
import { isBlobId } from '../blobs/blob-id.ts';
import { type BlobId, BlobNotFound, type BlobStore } from '../blobs/blob-store.ts';
import { type FileSource, openFileSource } from '../blobs/file-source.ts';
import type { ByteSource } from '../document/byte-source.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { type Overlay, readOverlay, readOverlayYielding } from '../document/overlay.ts';
import { type PatchList, patchList } from '../document/patches.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { runYielding } from './yielding.ts';

const idleMs = 30_000;

/** A snapshot and the local files it is read from. */
export interface ShelvedSnapshot {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** Where it is kept as a difference: the file with it, and `path` is that of the base. */
  readonly overlayPath?: string;
  /** What it lies over, or itself. */
  readonly base: BlobId;
  readonly patches: PatchList;
}

/**
 * The snapshots that are being read. A snapshot keeps its file open while it is used and for half a minute
 * after; a reader that comes later just opens it again, so nobody has to give anything back.
 */
export interface SnapshotShelf {
  open(id: BlobId): Promise<ShelvedSnapshot>;
  close(): void;
}

type Opened = ShelvedSnapshot & { readonly source: ReopeningSource };

export function snapshotShelf(blobs: BlobStore): SnapshotShelf {
  const shelf = new Map<BlobId, Opened>();
  /** So that what many wait for is opened once. */
  const opening = new Map<BlobId, Promise<Opened>>();
  /** Also those that left the shelf while an answer was still being read from them. */
  const holdingFiles = new Set<ReopeningSource>();
  const sweep = setInterval(() => {
    for (const source of holdingFiles)
      if (source.closeIfIdle()) holdingFiles.delete(source);
      else blobs.noteUse?.(source.blob);
    for (const [id, { source }] of shelf) if (!holdingFiles.has(source)) shelf.delete(id);
  }, idleMs / 2).unref();
  const openOn = async (id: BlobId): Promise<Opened> => {
    const place = await placeOf(blobs, id);
    const source = reopeningSource(place, (opened) => holdingFiles.add(opened));
    const opened = { snapshot: openSnapshot(source, place.patches), source, ...place };
    shelf.set(id, opened);
    return opened;
  };
  return {
    open: async (id) => {
      const present = shelf.get(id) ?? opening.get(id);
      if (present !== undefined) return present;
      const opened = openOn(id).finally(() => opening.delete(id));
      opening.set(id, opened);
      return opened;
    },
    close: () => {
      clearInterval(sweep);
      for (const source of holdingFiles) source.close();
      holdingFiles.clear();
      shelf.clear();
    },
  };
}

async function placeOf(blobs: BlobStore, id: BlobId): Promise<Omit<ShelvedSnapshot, 'snapshot'>> {
  const path = await blobs.localPath(id);
  const overlay = await within(path, (source) => readOverlayYielding(source, runYielding));
  if (overlay === undefined) return { path, base: id, patches: patchList([]) };
  const { base, patches } = overlay;
  if (!isBlobId(base)) throw new BlobNotFound(base);
  return { path: await blobs.localPath(base), overlayPath: path, base, patches };
}

/** The overlay that a file holds; undefined for a file that holds a whole snapshot. */
export function overlayAt(path: string): Overlay | undefined {
  const source = openFileSource(path);
  try {
    return readOverlay(source);
  } finally {
    source.close();
  }
}

async function within<T>(path: string, read: (source: ByteSource) => Promise<T>): Promise<T> {
  const source = openFileSource(path);
  try {
    return await read(source);
  } finally {
    source.close();
  }
}

interface ReopeningSource extends ByteSource {
  /** Whose bytes they are. */
  readonly blob: BlobId;
  close(): void;
  /** Answers whether the file was idle long enough and is closed now. */
  closeIfIdle(): boolean;
}

function reopeningSource(
  { path, base }: Pick<ShelvedSnapshot, 'path' | 'base'>,
  onOpen: (source: ReopeningSource) => void,
): ReopeningSource {
  let file: FileSource | undefined;
  let wasRead = true;
  const close = (): void => {
    file?.close();
    file = undefined;
  };
  const opened = (): FileSource => {
    wasRead = true;
    if (file === undefined) {
      file = openFileSource(path);
      onOpen(source);
    }
    return file;
  };
  const source: ReopeningSource = {
    blob: base,
    sizeBytes: statSync(path).size,
    read: (position, length) => opened().read(position, length),
    readInto: (target, position) => opened().readInto(target, position),
    close,
    closeIfIdle: () => {
      if (wasRead) {
        wasRead = false;
        return false;
      }
      close();
      return true;
    },
  };
  return source;
}
