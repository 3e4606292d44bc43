import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * What a thread draws: `ours` is the whole way from the nodes, `unseen` the same with texts that were never drawn,
 * `limit` what no renderer on Skia is faster than.
 */
export interface FrameTask {
  readonly work: 'ours' | 'unseen' | 'limit';
  readonly scale: number;
  readonly count: number;
}

/** Threads that draw the frame side by side. */
export interface FrameThreads {
  /** Milliseconds for each picture, where all of so many threads draw `count` of them. */
  eachPicture(task: FrameTask, threads: number): Promise<number>;
  close(): Promise<void>;
}

export function openFrameThreads(most: number): FrameThreads {
  const program = new URL('./frame-worker.ts', import.meta.url);
  const workers = Array.from({ length: most }, () => new Worker(program));
  const draw = async (worker: Worker, task: FrameTask): Promise<number> => {
    worker.postMessage(task);
    const [milliseconds] = (await once(worker, 'message')) as [number];
    return milliseconds;
  };
  return {
    eachPicture: async (task, threads) => {
      const times = await Promise.all(workers.slice(0, threads).map((worker) => draw(worker, task)));
      return Math.max(...times) / (threads * task.count);
    },
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  };
}
