import { Worker } from 'node:worker_threads';

/** What a thread may take; one that takes more is ended. */
export interface ThreadLimits {
  /** Of JavaScript's heap: buffers lie beside it. */
  readonly heapMb: number;
  /** Of what was made last; Node's own measure if left out. Less of it takes less memory, and a little more time. */
  readonly youngHeapMb?: number;
  readonly deadlineMs: number;
}

/** A thread was ended, since its work took more than it may. */
export class ThreadEnded extends Error {
  readonly for: 'memory' | 'time';

  constructor(reason: 'memory' | 'time') {
    super(`The thread was ended for its ${reason}.`);
    this.name = 'ThreadEnded';
    this.for = reason;
  }
}

export interface ThreadWork {
  /** What runs in the thread: a file that posts the result as its only message. */
  readonly entry: URL;
  readonly workerData: unknown;
  /** Posts the rest of what the thread needs to know. */
  readonly tell?: (post: (message: unknown) => void) => Promise<void>;
}

/**
 * Does work in a thread of its own that ends with the work and gives its memory back.
 * @throws ThreadEnded
 */
export async function workInThread<T>(
  { entry, workerData, tell }: ThreadWork,
  limits: ThreadLimits,
): Promise<T> {
  const worker = beginThread(entry, limits, workerData);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new ThreadEnded('time')), limits.deadlineMs);
  worker.once('message', resolve);
  worker.once('error', (error) => reject(isForWantOfMemory(error) ? new ThreadEnded('memory') : error));
  worker.once('exit', (code) => reject(new Error(`The thread ended early, with code ${code}.`)));
  try {
    const [result] = await Promise.all([promise, tell?.((message) => worker.postMessage(message))]);
    return result;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** A thread that may take no more memory than that. */
export const beginThread = (
  entry: URL,
  { heapMb, youngHeapMb }: ThreadLimits,
  workerData?: unknown,
): Worker =>
  new Worker(entry, {
    workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      ...(youngHeapMb && { maxYoungGenerationSizeMb: youngHeapMb }),
    },
  });

/** Also what a single map or list cannot hold. */
export const isForWantOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError;
