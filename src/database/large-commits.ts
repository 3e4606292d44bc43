import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { programBeside } from '../processes/program-beside.ts';
import type { SqliteHandle } from './sqlite-handle.ts';

/** A transaction that changed more rows than this is large. */
const manyRows = 5_000;
/** SQLite's own: pages in the log from which on a commit moves them into the file. */
const usualPages = 1_000;

/** Commits that may be large: what SQLite would do in one piece then is done beside what others ask for. */
export interface LargeCommits {
  /** Commits the transaction of the writer; `rowsBefore` is the count of changes when it began. */
  commit(rowsBefore: number): Promise<void>;
  /** Resolves once nothing is moved from the log into the file any more. */
  settled(): Promise<void>;
}

export function largeCommits(path: string, writer: SqliteHandle): LargeCommits {
  let moving = Promise.resolve();
  let underWay = 0;
  const move = async (): Promise<void> => {
    await moveLog(path).catch(() => undefined);
    underWay -= 1;
    if (underWay === 0) writer.exec(`PRAGMA wal_autocheckpoint = ${usualPages}`);
  };
  return {
    commit: async (rowsBefore) => {
      if (writer.changedRows() - rowsBefore <= manyRows) return writer.exec('COMMIT');
      await bringToDisk(`${path}-wal`).catch(() => undefined);
      writer.exec('PRAGMA wal_autocheckpoint = 0');
      underWay += 1;
      try {
        writer.exec('COMMIT');
      } finally {
        moving = moving.then(move);
      }
    },
    settled: () => moving,
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

/** What is not moved now a later commit moves. */
async function moveLog(path: string): Promise<void> {
  const worker = new Worker(programBeside(import.meta.url, 'checkpoint-worker'), { workerData: path });
  await once(worker, 'exit');
}
