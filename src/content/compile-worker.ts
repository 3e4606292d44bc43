import { parentPort, workerData } from 'node:worker_threads';
import { compileFile } from './compile-file.ts';
import type { CompileTask } from './compile-in-worker.ts';

/** Runs in a thread of its own; its only message is the outcome. */
const { sourcePath, snapshotPath } = workerData as CompileTask;
parentPort?.postMessage(await compileFile(sourcePath, snapshotPath));
