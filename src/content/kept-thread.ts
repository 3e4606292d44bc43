import type { Worker } from 'node:worker_threads';
import { beginThread, isForWantOfMemory, ThreadEnded, type ThreadLimits } from './work-in-thread.ts';

/**
 * A thread that is asked one thing after the other, and ends when nobody has asked for a while: until then its
 * program is there and compiled.
 */
export interface KeptThread {
  /** @throws ThreadEnded where what was asked took more than it may; the next is asked of a thread of its own */
  ask<T>(message: unknown, limits: AskLimits): Promise<T>;
}

/** What one answer may take. What may take other memory than the one before is asked of another thread. */
export interface AskLimits extends ThreadLimits {
  /** Ends the work when nobody waits for it any more. */
  readonly signal?: AbortSignal;
  /** Ends the thread before the answer is given on, with all the memory that it took. */
  readonly isLast?: boolean;
}

const idleMs = 10_000;

/** @param entry posts one message for each that it gets */
export function keptThread(entry: URL): KeptThread {
  let kept: { readonly worker: Worker; readonly limits: AskLimits } | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    const ended = kept?.worker;
    kept = undefined;
    await ended?.terminate();
  };
  const begin = (limits: AskLimits) => {
    const worker = beginThread(entry, limits);
    worker.unref();
    // One that ends between two tasks is nobody's failure.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (kept?.worker === worker) kept = undefined;
    });
    return { worker, limits };
  };
  return {
    ask: async <T>(message: unknown, limits: AskLimits) => {
      limits.signal?.throwIfAborted();
      clearTimeout(idle);
      if (kept !== undefined && !hasSameMemory(kept.limits, limits)) await end();
      kept ??= begin(limits);
      try {
        return await answerOf<T>(kept.worker, message, limits);
      } catch (error) {
        await end();
        throw error;
      } finally {
        if (limits.isLast) await end();
        else idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
  };
}

const hasSameMemory = (one: ThreadLimits, other: ThreadLimits): boolean =>
  one.heapMb === other.heapMb && one.youngHeapMb === other.youngHeapMb;

async function answerOf<T>(worker: Worker, message: unknown, { signal, deadlineMs }: AskLimits): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new ThreadEnded('time')), deadlineMs);
  const onError = (error: unknown) => reject(isForWantOfMemory(error) ? new ThreadEnded('memory') : error);
  const onExit = (code: number) => reject(new Error(`The thread ended early, with code ${code}.`));
  const onAbort = () => reject(signal?.reason);
  worker.once('message', resolve).once('error', onError).once('exit', onExit);
  signal?.addEventListener('abort', onAbort);
  worker.postMessage(message);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    worker.off('message', resolve).off('error', onError).off('exit', onExit);
  }
}
