import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/** Runs in a thread of its own: moves what stands in the log into the file, as far as nobody still reads behind it. */
const database = new DatabaseSync(workerData as string);
database.exec('PRAGMA wal_checkpoint(PASSIVE)');
database.close();
