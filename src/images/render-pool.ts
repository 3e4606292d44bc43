import type { RenderOutcome, RenderSource, RenderTask } from './render-task.ts';
import { type RenderThread, startRenderThread } from './render-thread.ts';

/** Nodes of one file that somebody waits for. */
export interface RenderRequest extends RenderSource {
  readonly tasks: readonly RenderTask[];
  /** The local file with the bytes of an image fill. */
  readonly imagePath: (imageRef: string) => Promise<string | undefined>;
  /** What has not begun when this fires is left undone. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Threads that render, one task at a time each. Requests take turns, so that one with thousands of nodes does
 * not keep one with a single node waiting, and large images wait until enough of the others are done.
 */
export interface RenderPool {
  /**
   * Outcomes in the order of the tasks; undefined for what was left undone.
   * @throws where no thread gets to work
   */
  render(request: RenderRequest): Promise<readonly (RenderOutcome | undefined)[]>;
  /** How many tasks have not begun. */
  waiting(): number;
  close(): Promise<void>;
}

export interface RenderPoolOptions {
  readonly threads: number;
  readonly timeoutMs: number;
  /** The program of a thread; a test gives another one. */
  readonly program?: URL;
}

/** Of all images that are being rendered at the same time: two of the largest. */
const mostMegapixels = 64;
/** A batch is sent as one message: many small images, or one that is not small. */
const mostBatched = 32;
const mostBatchedMegapixels = 1;

/** A request in the round. */
interface Turn {
  readonly request: RenderRequest;
  /** Places of the tasks that have not begun. */
  waiting: number[];
  readonly outcomes: (RenderOutcome | undefined)[];
  underWay: number;
  readonly finish: () => void;
  readonly fail: (error: unknown) => void;
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const ownProgram = new URL(`./render-worker.${extension}`, import.meta.url);

/** Threads are started when there is work for them, and stay. */
export function renderPool({ threads, timeoutMs, program = ownProgram }: RenderPoolOptions): RenderPool {
  const idle: RenderThread[] = [];
  const all = new Set<RenderThread>();
  let round: Turn[] = [];
  let megapixels = 0;
  let isClosed = false;

  const takeThread = (): RenderThread | undefined => {
    const present = idle.pop();
    if (present !== undefined || all.size >= threads) return present;
    const started = startRenderThread(program, timeoutMs);
    all.add(started);
    return started;
  };

  const begin = (): void => {
    for (;;) {
      const turn = round.find((candidate) => hasRoom(megapixels, candidate));
      const thread = turn && takeThread();
      if (turn === undefined || thread === undefined) return;
      const places = nextBatch(turn);
      round = round.filter((other) => other !== turn);
      if (turn.waiting.length > 0) round.push(turn);
      runBatch(thread, turn, places);
    }
  };

  const runBatch = async (thread: RenderThread, turn: Turn, places: readonly number[]): Promise<void> => {
    const { request } = turn;
    const tasks = places.map((place) => request.tasks[place] as RenderTask);
    const left = new Set(places);
    const onOutcome = (place: number, outcome: RenderOutcome): void => {
      turn.outcomes[places[place] as number] = outcome;
      left.delete(places[place] as number);
    };
    const { snapshotPath, overlayPath, fonts } = request;
    const batch = { tasks, snapshotPath, overlayPath, fonts };
    const weight = weightOf(tasks);
    megapixels += weight;
    turn.underWay += 1;
    try {
      giveBack(thread, await thread.run({ batch, imagePath: request.imagePath, onOutcome }));
      comeAgain(turn, left);
    } catch (error) {
      giveBack(thread, false);
      turn.fail(error);
      drop(turn);
    }
    megapixels -= weight;
    turn.underWay -= 1;
    finishIfDone(turn);
    begin();
  };

  const giveBack = (thread: RenderThread, isUsable: boolean): void => {
    if (isUsable) idle.push(thread);
    else {
      all.delete(thread);
      thread.stop();
    }
  };

  /** With what a thread left undone when it ended. */
  const comeAgain = (turn: Turn, left: ReadonlySet<number>): void => {
    if (left.size === 0 || isClosed || turn.request.signal?.aborted === true) return;
    turn.waiting = [...left, ...turn.waiting];
    if (!round.includes(turn)) round.push(turn);
  };

  const drop = (turn: Turn): void => {
    round = round.filter((other) => other !== turn);
    turn.waiting = [];
    finishIfDone(turn);
  };

  return {
    render: async (request) => {
      if (isClosed) throw new Error('Nothing is rendered any more.');
      if (request.signal?.aborted === true || request.tasks.length === 0)
        return request.tasks.map(() => undefined);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const turn = newTurn(request, resolve, reject);
      const onAbort = () => drop(turn);
      request.signal?.addEventListener('abort', onAbort, { once: true });
      round.push(turn);
      begin();
      await promise.finally(() => request.signal?.removeEventListener('abort', onAbort));
      return turn.outcomes;
    },
    waiting: () => round.reduce((count, turn) => count + turn.waiting.length, 0),
    close: async () => {
      isClosed = true;
      for (const turn of round) drop(turn);
      await Promise.all([...all].map((thread) => thread.stop()));
    },
  };
}

function newTurn(request: RenderRequest, finish: Turn['finish'], fail: Turn['fail']): Turn {
  return {
    request,
    waiting: [...request.tasks.keys()],
    outcomes: request.tasks.map(() => undefined),
    underWay: 0,
    finish,
    fail,
  };
}

function finishIfDone(turn: Turn): void {
  if (turn.waiting.length === 0 && turn.underWay === 0) turn.finish();
}

function hasRoom(megapixels: number, { request, waiting }: Turn): boolean {
  const next = request.tasks[waiting[0] as number] as RenderTask;
  return megapixels === 0 || megapixels + next.megapixels <= mostMegapixels;
}

/** Takes the tasks that are done together off the turn. */
function nextBatch(turn: Turn): number[] {
  let count = 0;
  let megapixels = 0;
  for (const place of turn.waiting.slice(0, mostBatched)) {
    megapixels += (turn.request.tasks[place] as RenderTask).megapixels;
    if (count > 0 && megapixels > mostBatchedMegapixels) break;
    count += 1;
  }
  return turn.waiting.splice(0, count);
}

const weightOf = (tasks: readonly RenderTask[]): number =>
  tasks.reduce((sum, { megapixels }) => sum + megapixels, 0);
