import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ToMover } from './kept-mover.ts';

/**
 * Runs in a thread of its own: moves what stands in the log into the file each time it is told to, as far as nobody
 * still reads behind it, and tells when that is done.
 */
const database = new DatabaseSync(workerData as string);

parentPort?.on('message', (told: ToMover) => {
  if (told === 'move') {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    parentPort?.postMessage('moved');
  } else {
    database.close();
    parentPort?.close();
  }
});
