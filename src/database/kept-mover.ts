import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { programBeside } from '../processes/program-beside.ts';

/** What the thread is told. */
export type ToMover = 'move' | 'end';

/** Moves the log of SQLite into the file in a thread of its own. */
export interface KeptMover {
  /** Moves what is there now; one at a time. @throws what ended the thread: the next move has another one */
  move(): Promise<void>;
  /** Resolves once there is no thread. */
  end(): Promise<void>;
}

/** How long the thread waits for the next move: beginning one takes the processor 60 ms and more, waiting 5 to 10 MB. */
const usualIdleMs = 60_000;

export function keptMover(path: string, idleMs = usualIdleMs): KeptMover {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let ended = Promise.resolve();

  const begin = (): Worker => {
    const begun = new Worker(programBeside(import.meta.url, 'log-mover'), { workerData: path });
    const forget = (): void => {
      if (thread === begun) thread = undefined;
    };
    return begun.once('error', forget).once('exit', forget);
  };
  const end = (): Promise<void> => {
    clearTimeout(idle);
    if (thread !== undefined) ended = endOf(thread);
    thread = undefined;
    return ended;
  };
  return {
    move: async () => {
      clearTimeout(idle);
      thread ??= begin();
      thread.ref();
      const moved = once(thread, 'message');
      thread.postMessage('move' satisfies ToMover);
      await moved;
      thread?.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    },
    end,
  };
}

function endOf(thread: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  thread.ref();
  thread.once('exit', () => resolve());
  thread.postMessage('end' satisfies ToMover);
  return promise;
}
