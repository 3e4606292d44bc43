import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Runs in a thread of its own: moves what stands in the log into the file, as far as nobody still reads behind it, and
 * once more when it is told that nobody writes; tells each time when that is done.
 */
const database = new DatabaseSync(workerData as string);
const move = (): void => database.exec('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.once('message', () => {
  move();
  database.close();
  parentPort?.postMessage('the rest is moved');
});
move();
parentPort?.postMessage('most is moved');
