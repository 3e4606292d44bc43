import { Worker } from 'node:worker_threads';
import type { CompileOutcome } from './compile-file.ts';

export interface CompileTask {
  readonly sourcePath: string;
  readonly snapshotPath: string;
}

/** One at a time: a compilation takes a core and several times its source in memory. */
let queue: Promise<unknown> = Promise.resolve();

/** The same as `compileFile`, in a thread of its own that ends with the work and gives its memory back. */
export function compileInWorker(sourcePath: string, snapshotPath: string): Promise<CompileOutcome> {
  const turn = queue.then(() => runWorker({ sourcePath, snapshotPath }));
  queue = turn.catch(() => undefined);
  return turn;
}

function runWorker(workerData: CompileTask): Promise<CompileOutcome> {
  return new Promise((resolve, reject) => {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const worker = new Worker(new URL(`./compile-worker.${extension}`, import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The compiling thread ended early, with code ${code}.`)));
  });
}
