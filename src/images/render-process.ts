import { BlobNotFound } from '../blobs/blob-store.ts';
import { type Child, startChild } from '../processes/start-child.ts';
import { knownToProcess } from './known-to-process.ts';
import { isWorn } from './process-wear.ts';
import type { FromProcess, NoImage, RenderBatch, RenderOutcome, ToProcess } from './render-task.ts';
import { notBegun } from './render-task.ts';
import type { RenderRequest } from './render-turn.ts';

/** A batch with where its outcomes go. */
export interface ProcessJob {
  readonly batch: RenderBatch;
  /** Called once for each place that came to an outcome. */
  readonly onOutcome: (place: number, outcome: RenderOutcome) => void;
  readonly imagePath: RenderRequest['imagePath'];
  readonly imageName: RenderRequest['imageName'];
}

/** A process that renders. */
export interface RenderProcess {
  /**
   * Does a batch, or as much of it as fits into a turn. Where the process hangs or dies, the task that it was at has
   * failed, and the rest of the batch has no outcome. Answers whether the process may be used again.
   *
   * @throws where the process does not get as far as the first task
   */
  run(job: ProcessJob): Promise<boolean>;
  /** Ends the process, whatever it is doing; resolves once it is gone. */
  stop(): Promise<void>;
}

export interface RenderProcessOptions {
  readonly program: URL;
  /** For one task. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

/** Of JavaScript. */
export const heapMb = 1024;
/** How long a process may take until it is ready for a batch: a new one reads its program and fonts. */
const startLimitMs = 60_000;

export function startRenderProcess({ program, timeoutMs, memoryMb }: RenderProcessOptions): RenderProcess {
  const child = startChild(program, { heapMb, memoryMb });
  let images = 0;
  let megapixels = 0;
  let job: RunningJob | undefined;
  let isNew = true;
  let isGone = false;
  const known = knownToProcess();

  const end = (isUsable: boolean): void => {
    job?.end(isUsable);
    job = undefined;
  };
  const blame = (why: NoImage): void => {
    isGone = true;
    const place = child.lastMark() ?? notBegun;
    if (place !== notBegun) job?.settle(place, [why]);
    else if (isNew) job?.fail(new Error(`Rendering is not possible. ${why.detail}`));
    end(false);
  };
  child.gone.then((detail) => blame({ reason: 'failed', detail }));
  const onTimeout = () => {
    child.kill();
    blame({ reason: 'timed out', detail: 'The time for one image ran out.' });
  };
  /** A picture without an image that is there and cannot be had would be kept as the right one. */
  const giveImage = async (imageRef: string, of: RunningJob | undefined): Promise<void> => {
    try {
      answerWith(child, imageRef, of && (await known.pathOf(imageRef, of)));
    } catch (error) {
      if (job !== of) return;
      job = undefined;
      isGone = true;
      of?.fail(error as Error);
      child.kill();
    }
  };
  child.onMessage(async (message) => {
    const heard = message as FromProcess;
    if ('wanted' in heard) return giveImage(heard.wanted, job);
    job?.startTimer(timeoutMs);
    isNew = false;
    if ('isReady' in heard) return;
    job?.settle(heard.first, heard.outcomes);
    if (heard.over !== undefined) end(!isWorn({ images, megapixels, ...heard.over }));
  });
  return {
    run: async (given) => {
      if (isGone) return false;
      job = runningJob(given, onTimeout);
      const { isReady, batch } = known.batchOf(given);
      job.startTimer(isReady ? timeoutMs : startLimitMs);
      images += batch.tasks.length;
      megapixels += batch.tasks.reduce((sum, task) => sum + task.megapixels, 0);
      child.send({ batch } satisfies ToProcess);
      return job.ended;
    },
    stop: child.kill,
  };
}

const answerWith = (child: Child, imageRef: string, path: string | undefined): void =>
  child.send({ imageRef, path } satisfies ToProcess);

interface RunningJob extends Pick<ProcessJob, 'imagePath' | 'imageName'> {
  readonly ended: Promise<boolean>;
  settle(first: number, outcomes: readonly RenderOutcome[]): void;
  startTimer(ms: number): void;
  fail(error: Error): void;
  end(isProcessUsable: boolean): void;
}

function runningJob(given: ProcessJob, onTimeout: () => void): RunningJob {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout | undefined;
  let endsAt = 0;
  let isOver = false;
  const startTimer = (ms: number): void => {
    clearTimeout(timer);
    if (isOver) return;
    endsAt = performance.now() + ms;
    timer = setTimeout(onTimeout, ms);
  };
  return {
    ended: promise,
    imageName: given.imageName,
    // The time that an image takes to be brought is not that of the drawing.
    imagePath: async (imageRef) => {
      const leftMs = endsAt - performance.now();
      clearTimeout(timer);
      const path = await given.imagePath(imageRef).catch(nothingFor);
      startTimer(leftMs);
      return path;
    },
    settle: (first, outcomes) => {
      for (const [place, outcome] of outcomes.entries()) given.onOutcome(first + place, outcome);
    },
    startTimer,
    fail: (error) => {
      isOver = true;
      clearTimeout(timer);
      reject(error);
    },
    end: (isProcessUsable) => {
      isOver = true;
      clearTimeout(timer);
      resolve(isProcessUsable);
    },
  };
}

/** An image that is not stored is drawn as missing. */
function nothingFor(error: unknown): undefined {
  if (!(error instanceof BlobNotFound)) throw error;
}
