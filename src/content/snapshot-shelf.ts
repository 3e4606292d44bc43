import { statSync } from 'node:fs';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { type FileSource, openFileSource } from '../blobs/file-source.ts';
import type { ByteSource } from '../document/byte-source.ts';
import { openSnapshot, type Snapshot } from '../document/snapshot.ts';

const idleMs = 30_000;

/** A snapshot and the local file it is read from. */
export interface ShelvedSnapshot {
  readonly snapshot: Snapshot;
  readonly path: string;
}

/**
 * The snapshots that are being read. A snapshot keeps its file open while it is used and for half a minute
 * after; a reader that comes later just opens it again, so nobody has to give anything back.
 */
export interface SnapshotShelf {
  open(id: BlobId): Promise<ShelvedSnapshot>;
  close(): void;
}

export function snapshotShelf(blobs: BlobStore): SnapshotShelf {
  const shelf = new Map<BlobId, ShelvedSnapshot & { source: ReopeningSource }>();
  /** Also those that left the shelf while an answer was still being read from them. */
  const holdingFiles = new Set<ReopeningSource>();
  const sweep = setInterval(() => {
    for (const source of holdingFiles) if (source.closeIfIdle()) holdingFiles.delete(source);
    for (const [id, { source }] of shelf) if (!holdingFiles.has(source)) shelf.delete(id);
  }, idleMs / 2).unref();
  return {
    open: async (id) => {
      const present = shelf.get(id);
      if (present !== undefined) return present;
      const path = await blobs.localPath(id);
      const source = reopeningSource(path, (opened) => holdingFiles.add(opened));
      const opened = { snapshot: openSnapshot(source), path, source };
      shelf.set(id, opened);
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

interface ReopeningSource extends ByteSource {
  close(): void;
  /** Answers whether the file was idle long enough and is closed now. */
  closeIfIdle(): boolean;
}

function reopeningSource(path: string, onOpen: (source: ReopeningSource) => void): ReopeningSource {
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
