import { Worker } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import type { FromThread, NoImage, RenderBatch, RenderOutcome, ToThread } from './render-task.ts';
import { isWorn } from './thread-wear.ts';

/** A batch with where its outcomes go. */
export interface ThreadJob {
  readonly batch: RenderBatch;
  /** Called once for each place that came to an outcome. */
  readonly onOutcome: (place: number, outcome: RenderOutcome) => void;
  /** The local file with the bytes of an image fill. */
  readonly imagePath: (imageRef: string) => Promise<string | undefined>;
}

/** A thread that renders. */
export interface RenderThread {
  /**
   * Does a batch. Where the thread hangs or dies, the task that it was at has failed, and the rest of the batch
   * has no outcome. Answers whether the thread may be used again.
   *
   * @throws where the thread does not get as far as the first task
   */
  run(job: ThreadJob): Promise<boolean>;
  /** Ends the thread, whatever it is doing. */
  stop(): Promise<void>;
}

/** A thread that needs more for one task is ended by the runtime, without harm to the others. */
const heapLimitMb = 1024;
/** What is made for one picture is dropped soon: a larger share for it costs memory and saves no time. */
const youngHeapMb = 24;
/** How long a thread may take until it is ready for a batch: a new one reads its program and fonts. */
const startLimitMs = 60_000;
/** Said by a thread that has not come to a task. */
const notBegun = -1;

export function startRenderThread(program: URL, timeoutMs: number): RenderThread {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(program, {
    workerData: { progress },
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: youngHeapMb },
  });
  worker.unref();
  let images = 0;
  let megapixels = 0;
  let job: RunningJob | undefined;
  let isGone = false;

  const end = (isUsable: boolean): void => {
    job?.end(isUsable);
    job = undefined;
  };
  const blame = (why: NoImage): void => {
    isGone = true;
    const place = Atomics.load(progress, 0);
    if (place === notBegun) job?.fail(new Error(`Rendering is not possible. ${why.detail}`));
    else job?.settle(place, [why]);
    end(false);
    worker.terminate();
  };
  const onTimeout = () => blame({ reason: 'timed out', detail: 'The time for one image ran out.' });
  worker.on('error', (error) => blame({ reason: 'failed', detail: messageOf(error) }));
  worker.on('exit', (code) => blame({ reason: 'failed', detail: `The thread ended with ${code}.` }));
  worker.on('message', async (message: FromThread) => {
    if ('wanted' in message) {
      const path = await job?.imagePath(message.wanted);
      worker.postMessage({ imageRef: message.wanted, path } satisfies ToThread);
      return;
    }
    job?.startTimer(timeoutMs);
    if ('isReady' in message) return;
    job?.settle(message.first, message.outcomes);
    if (!job?.isDone()) return;
    const { heapBytes } = message;
    end(!isWorn({ images, megapixels, heapBytes, residentBytes: process.memoryUsage.rss() }));
  });
  return {
    run: async (given) => {
      if (isGone) return false;
      job = runningJob(given, onTimeout);
      job.startTimer(startLimitMs);
      images += given.batch.tasks.length;
      megapixels += given.batch.tasks.reduce((sum, task) => sum + task.megapixels, 0);
      Atomics.store(progress, 0, notBegun);
      worker.postMessage({ batch: given.batch } satisfies ToThread);
      return job.ended;
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}

interface RunningJob {
  readonly ended: Promise<boolean>;
  readonly imagePath: ThreadJob['imagePath'];
  settle(first: number, outcomes: readonly RenderOutcome[]): void;
  isDone(): boolean;
  startTimer(ms: number): void;
  fail(error: Error): void;
  end(isThreadUsable: boolean): void;
}

function runningJob(given: ThreadJob, onTimeout: () => void): RunningJob {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout | undefined;
  let settled = 0;
  return {
    ended: promise,
    imagePath: (imageRef) => given.imagePath(imageRef).catch(() => undefined),
    settle: (first, outcomes) => {
      for (const [place, outcome] of outcomes.entries()) given.onOutcome(first + place, outcome);
      settled += outcomes.length;
    },
    isDone: () => settled === given.batch.tasks.length,
    startTimer: (ms) => {
      clearTimeout(timer);
      timer = setTimeout(onTimeout, ms);
    },
    fail: reject,
    end: (isThreadUsable) => {
      clearTimeout(timer);
      resolve(isThreadUsable);
    },
  };
}
