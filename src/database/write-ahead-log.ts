import { open } from 'node:fs/promises';
import { type KeptMover, keptMover } from './kept-mover.ts';
import type { SqliteHandle } from './sqlite-handle.ts';
import type { WriteQueue } from './write-queue.ts';

/** A transaction that changed more rows than this is large. */
const manyRows = 5_000;
/** Pages that were written since the log was last moved into the file, from which on it is moved again. */
const pagesToMove = 4_000;
/** Asking how long the log is takes a tenth of a small commit. */
const commitsBetweenLooks = 16;

/**
 * The log of SQLite, which becomes part of the file in a thread of its own. The commit that did so itself, as SQLite
 * has it unasked, would hold up for as long as the disk takes whatever the server has to answer.
 */
export interface WriteAheadLog {
  /** Commits the transaction of the writer; `rowsBefore` is the count of changes when it began. */
  commit(rowsBefore: number): Promise<void>;
  /** What was written outside of a transaction is committed already. */
  committed(): void;
  /** Begins nothing more, and resolves once nothing is under way. */
  end(): Promise<void>;
}

export function writeAheadLog(path: string, writer: SqliteHandle, queue: WriteQueue): WriteAheadLog {
  writer.exec('PRAGMA wal_autocheckpoint = 0');
  const mover = keptMover(path);
  let commitsToLook = commitsBetweenLooks;
  let movedPages = 0;
  let moving: Promise<void> | undefined;
  let hasEnded = false;

  const look = (): void => {
    commitsToLook = commitsBetweenLooks;
    if (moving || hasEnded) return;
    try {
      const pages = writer.pagesInLog();
      if (pages < movedPages) movedPages = 0;
      if (pages - movedPages >= pagesToMove) moving = move();
    } catch {
      // What was committed stays so; the next look asks again.
    }
  };
  const move = async (): Promise<void> => {
    try {
      movedPages = await moveLog(mover, writer, queue);
    } catch {
      // The log is as it was; what is written next has it moved.
    } finally {
      moving = undefined;
    }
  };
  const committed = (): void => {
    commitsToLook -= 1;
    if (commitsToLook <= 0) look();
  };
  return {
    commit: async (rowsBefore) => {
      const isLarge = writer.changedRows() - rowsBefore > manyRows;
      if (isLarge) await bringToDisk(`${path}-wal`).catch(() => undefined);
      writer.exec('COMMIT');
      if (isLarge) look();
      else committed();
    },
    committed,
    end: async () => {
      hasEnded = true;
      await moving;
      await mover.end();
    },
  };
}

/** The commit itself waits until its log is on the disk, so most of it is brought there before. */
async function bringToDisk(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/**
 * Moves most of the log while others write, and the rest while nobody does: a log is begun anew only where nothing of
 * it is left, so beside writers without a rest it would grow for ever. Resolves with the pages it has then.
 *
 * @throws WriterBusy, and what ended the thread
 */
async function moveLog(mover: KeptMover, writer: SqliteHandle, queue: WriteQueue): Promise<number> {
  await mover.move();
  const end = await queue.take();
  try {
    await mover.move();
    return writer.pagesInLog();
  } finally {
    end();
  }
}
