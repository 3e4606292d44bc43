import { type FileHandle, open } from 'node:fs/promises';
import { boundedWork } from './bounded-work.ts';
import { partBytes } from './part-hashes.ts';
import { unreadParts } from './unread-parts.ts';

/** A blob on its way to a local copy, read as far as it has come. */
export interface ComingBlob {
  readonly sizeBytes: number;
  /**
   * Waits until the bytes before `end` are there, held to their hashes.
   * @throws BlobDamaged, StoreAway, or what the disk said
   */
  until(end: number): Promise<void>;
  /** The same for the last of them, by which a blob that was cut shows: they are asked for among the first. */
  untilLast(): Promise<void>;
  /** Opens the file in which it comes. What was not waited for is not there, or not what it should be. */
  open(): Promise<FileHandle>;
  /**
   * Fills the target with what lies from there on, and says whether it could: all of that has to be in memory still.
   * What lies before does not stay there.
   */
  readUnread(target: Uint8Array, position: number): boolean;
}

/** The side that brings it. */
export interface Coming extends ComingBlob {
  /** The file that the bytes are written to. */
  at(path: string): void;
  /** A part lies in the file, and is the right one. */
  proved(index: number, chunks: readonly Uint8Array[]): void;
  /** Moves the file to where it stays, while nobody is about to open it, and keeps nothing in memory any longer. */
  moved(move: () => Promise<string>): Promise<string>;
  /** It does not come. */
  failed(error: unknown): void;
}

/** So much of a blob that comes stays in memory for who reads it; the rest is read from the file. */
export const mostUnreadBytes = 12 * 1024 * 1024;

export function comingBlob(sizeBytes: number): Coming {
  const unread = unreadParts(mostUnreadBytes);
  const count = Math.ceil(sizeBytes / partBytes);
  const isThere = new Uint8Array(count);
  const alone = boundedWork(1);
  const waiting = new Set<{ readonly isMet: () => boolean; readonly met: PromiseWithResolvers<void> }>();
  /** Parts from the first one on that are all there. */
  let inOrder = 0;
  let path: string | undefined;
  let failure: { readonly error: unknown } | undefined;

  const waitFor = async (isMet: () => boolean): Promise<void> => {
    if (isMet()) return;
    if (failure !== undefined) throw failure.error;
    const met = Promise.withResolvers<void>();
    waiting.add({ isMet, met });
    await met.promise;
  };
  return {
    sizeBytes,
    until: (end) => waitFor(() => inOrder * partBytes >= Math.min(end, sizeBytes)),
    untilLast: () => waitFor(() => isThere[count - 1] === 1),
    open: () => alone(1, () => open(path as string, 'r')),
    readUnread: unread.read,
    at: (file) => {
      path = file;
    },
    proved: (index, chunks) => {
      unread.keep(index, chunks);
      isThere[index] = 1;
      while (isThere[inOrder] === 1) inOrder += 1;
      for (const one of waiting)
        if (one.isMet()) {
          waiting.delete(one);
          one.met.resolve();
        }
    },
    moved: (move) =>
      alone(1, async () => {
        path = await move();
        unread.clear();
        return path;
      }),
    failed: (error) => {
      failure = { error };
      for (const { met } of waiting) met.reject(error);
      waiting.clear();
    },
  };
}
