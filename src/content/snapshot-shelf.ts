import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
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
  let descriptor: number | undefined;
  let wasRead = true;
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const readInto = (target: Uint8Array, position: number): void => {
    if (descriptor === undefined) {
      descriptor = openSync(path, 'r');
      onOpen(source);
    }
    wasRead = true;
    readFully(descriptor, target, position);
  };
  const source: ReopeningSource = {
    sizeBytes: statSync(path).size,
    read: (position, length) => {
      const bytes = Buffer.allocUnsafe(length);
      readInto(bytes, position);
      return bytes;
    },
    readInto,
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

function readFully(descriptor: number, target: Uint8Array, position: number): void {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(descriptor, target, filled, target.length - filled, position + filled);
    if (count === 0) throw new Error(`The snapshot ends before offset ${position + target.length}.`);
    filled += count;
  }
}
