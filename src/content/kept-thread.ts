import { Worker } from 'node:worker_threads';
import { isForWantOfMemory, ThreadEnded } from './work-in-thread.ts';

/** A thread that is asked one thing after the other, and ends when nobody has asked for a while. */
export interface KeptThread {
  /** @throws ThreadEnded where what was asked took more than it may; the next is asked of a thread of its own */
  ask<T>(message: unknown, waiting: Waiting): Promise<T>;
}

/** How long an answer is waited for. */
interface Waiting {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

const idleMs = 30_000;

/** @param entry posts one message for each that it gets */
export function keptThread(entry: URL, { heapMb }: { readonly heapMb: number }): KeptThread {
  let kept: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = (worker: Worker) => {
    if (kept === worker) kept = undefined;
    void worker.terminate();
  };
  const begin = (): Worker => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    worker.unref();
    return worker;
  };
  const keep = (worker: Worker): void => {
    idle = setTimeout(() => end(worker), idleMs).unref();
  };
  return {
    ask: async <T>(message: unknown, waiting: Waiting) => {
      waiting.signal.throwIfAborted();
      clearTimeout(idle);
      const worker = kept ?? begin();
      kept = worker;
      try {
        const answer = await answerOf<T>(worker, message, waiting);
        keep(worker);
        return answer;
      } catch (error) {
        end(worker);
        throw error;
      }
    },
  };
}

async function answerOf<T>(worker: Worker, message: unknown, { signal, deadlineMs }: Waiting): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new ThreadEnded('time')), deadlineMs);
  const onError = (error: unknown) => reject(isForWantOfMemory(error) ? new ThreadEnded('memory') : error);
  const onExit = (code: number) => reject(new Error(`The thread ended early, with code ${code}.`));
  const onAbort = () => reject(signal.reason);
  worker.once('message', resolve).once('error', onError).once('exit', onExit);
  signal.addEventListener('abort', onAbort);
  worker.postMessage(message);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    worker.off('message', resolve).off('error', onError).off('exit', onExit);
  }
}
