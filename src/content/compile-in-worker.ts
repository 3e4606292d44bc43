import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { payloadTooLarge } from '../errors.ts';
import { oneByOne } from '../processes/one-by-one.ts';
import type { Party } from '../processes/turns.ts';
import type { CompileOutcome } from './compile-file.ts';

export interface CompileTask {
  readonly sourcePath: string;
  readonly snapshotPath: string;
}

/** What a compilation may take; one that takes more is ended. */
export interface CompileLimits {
  /** Of JavaScript's heap: the source and what is made of it lie beside it. */
  readonly heapMb: number;
  readonly deadlineMs: number;
}

/**
 * Limits for a source, where none may be larger than `mostBytes`: what a design of the smallest nodes takes, and ten
 * times its time.
 */
export function compileLimits(sizeBytes: number, mostBytes: number): CompileLimits {
  const ownMb = getHeapStatistics().heap_size_limit / 2 ** 20;
  const heapMb = Math.min(ownMb, Math.max(256, (4 * mostBytes) / 2 ** 20));
  return { heapMb: Math.floor(heapMb), deadlineMs: 60_000 + sizeBytes / 1000 };
}

/** A compilation takes a core and several times its source in memory. */
const inTurn = oneByOne();

/**
 * The same as `compileFile`, in a thread of its own that ends with the work and gives its memory back.
 *
 * @throws ApiError 413 for a source that takes too long or too much memory
 */
export function compileInWorker(
  task: CompileTask,
  limits: CompileLimits,
  party: Party,
): Promise<CompileOutcome> {
  return inTurn(party, () => runWorker(task, limits));
}

async function runWorker(workerData: CompileTask, limits: CompileLimits): Promise<CompileOutcome> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./compile-worker.${extension}`, import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<CompileOutcome>();
  const timer = setTimeout(() => reject(tooLong(limits)), limits.deadlineMs);
  worker.once('message', resolve);
  worker.once('error', (error) => reject(isForWantOfMemory(error) ? tooMuchMemory() : error));
  worker.once('exit', (code) => reject(new Error(`The compiling thread ended early, with code ${code}.`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Also what a single map or list cannot hold. */
const isForWantOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError;

const tooMuchMemory = () =>
  payloadTooLarge('The design takes more memory to read than it may. Split it into several files.');

const tooLong = ({ deadlineMs }: CompileLimits) =>
  payloadTooLarge(
    `The design was not read within ${Math.round(deadlineMs / 1000)} seconds. Send it again, or split it into several files.`,
  );
