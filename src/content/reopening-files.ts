import { statSync } from 'node:fs';
import type { BlobId } from '../blobs/blob-store.ts';
import { type FileSource, openFileSource } from '../blobs/file-source.ts';
import type { ByteSource } from '../document/byte-source.ts';

/** A file that may be closed whenever nobody reads: the next read opens it again. */
export interface ReopeningSource extends ByteSource {
  /** Whose bytes they are. */
  readonly blob: BlobId;
  /** Counts as a read. */
  use(): void;
  /** Greater than that of every source that was used before. */
  lastUse(): number;
  close(): void;
  /** Answers whether the file was idle long enough and is closed now. */
  closeIfIdle(): boolean;
}

interface Place {
  readonly path: string;
  readonly base: BlobId;
}

interface OpenFiles {
  /** A file that is open from its first read on, until it is idle or too many others are read. */
  reopening(place: Place): ReopeningSource;
  has(source: ReopeningSource): boolean;
  closeIdle(): void;
  closeAll(): void;
}

/**
 * Files of which no more than so many are open; one more closes that which was read longest ago.
 * @param noteUse told of blobs that somebody may still be reading
 */
export function openFiles(mostOpen: number, noteUse: (blob: BlobId) => void): OpenFiles {
  const open = new Set<ReopeningSource>();
  let uses = 0;
  const makeRoom = (): void => {
    if (open.size < mostOpen) return;
    const oldest = [...open].reduce((one, other) => (other.lastUse() < one.lastUse() ? other : one));
    oldest.close();
    open.delete(oldest);
    noteUse(oldest.blob);
  };
  return {
    reopening: (place) =>
      reopeningSource(place, {
        beforeOpen: makeRoom,
        onOpen: (source) => open.add(source),
        nextUse: () => ++uses,
      }),
    has: (source) => open.has(source),
    closeIdle: () => {
      for (const source of open)
        if (source.closeIfIdle()) open.delete(source);
        else noteUse(source.blob);
    },
    closeAll: () => {
      for (const source of open) source.close();
      open.clear();
    },
  };
}

interface Opening {
  beforeOpen(): void;
  onOpen(source: ReopeningSource): void;
  nextUse(): number;
}

function reopeningSource({ path, base }: Place, { beforeOpen, onOpen, nextUse }: Opening): ReopeningSource {
  let file: FileSource | undefined;
  let wasRead = true;
  let lastUse = nextUse();
  const use = (): void => {
    wasRead = true;
    lastUse = nextUse();
  };
  const close = (): void => {
    file?.close();
    file = undefined;
  };
  const opened = (): FileSource => {
    use();
    if (file === undefined) {
      beforeOpen();
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
    use,
    lastUse: () => lastUse,
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
