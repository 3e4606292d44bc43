import { parentPort, workerData } from 'node:worker_threads';
import { type CompileTask, compileFile } from './compile-file.ts';

/** Runs in a thread of its own; its only message is the outcome. */
parentPort?.postMessage(await compileFile(workerData as CompileTask));
