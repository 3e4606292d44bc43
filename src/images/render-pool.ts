import { turns } from '../processes/turns.ts';
import { type RenderProcess, startRenderProcess } from './render-process.ts';
import type { RenderOutcome, RenderTask } from './render-task.ts';
import {
  type Batch,
  finishIfDone,
  hasPlace,
  newTurn,
  nextBatch,
  outcomesOf,
  type RenderRequest,
  type Turn,
  weightOf,
} from './render-turn.ts';

/**
 * Processes that render, one task at a time each. Organizations, their callers and what these ask for take turns, and
 * large images wait until enough of the others are done. A task that is over its time ends with its process, whose
 * place is free when it is gone.
 */
export interface RenderPool {
  /**
   * Outcomes in the order of the tasks; undefined for what was left undone.
   * @throws where no process gets to work
   */
  render(request: RenderRequest): Promise<readonly (RenderOutcome | undefined)[]>;
  /** How many tasks have not begun. */
  waiting(): number;
  close(): Promise<void>;
}

export interface RenderPoolOptions {
  /** So many render at once; two more for those who have nothing under way while others have everything. */
  readonly processes: number;
  readonly timeoutMs: number;
  readonly memoryMb?: number;
  /** What a process runs; a test gives another one. */
  readonly program?: URL;
  /** A test gives processes that end when it says so. */
  readonly start?: typeof startRenderProcess;
}

/** The largest images with many image fills take three quarters of it. */
const usualMemoryMb = 2048;

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const ownProgram = new URL(`./render-program.${extension}`, import.meta.url);

/** Processes are started when there is work for them, and stay. */
export function renderPool(options: RenderPoolOptions): RenderPool {
  const { processes, timeoutMs, memoryMb = usualMemoryMb, program = ownProgram } = options;
  const { start = startRenderProcess } = options;
  const idle: RenderProcess[] = [];
  const busy = new Map<RenderProcess, Batch>();
  const round = turns<Turn>();
  let isClosed = false;

  const isFree = (turn: Turn): boolean => hasPlace(processes, [...busy.values()], turn);

  const begin = (): void => {
    for (let turn = round.next(isFree); turn !== undefined; turn = round.next(isFree)) {
      const places = nextBatch(turn);
      if (turn.waiting.length > 0) round.add(turn);
      if (places.length === 0) finishIfDone(turn);
      else runBatch(idle.pop() ?? start({ program, timeoutMs, memoryMb }), turn, places);
    }
  };

  const runBatch = async (process: RenderProcess, turn: Turn, places: readonly number[]): Promise<void> => {
    const { request, party } = turn;
    const tasks = places.map((place) => request.tasks[place] as RenderTask);
    const { left, onOutcome } = outcomesOf(turn, places);
    const { snapshotPath, overlayPath, fonts, imagePath } = request;
    busy.set(process, { party, megapixels: weightOf(tasks) });
    turn.underWay += 1;
    let isUsable = false;
    try {
      const batch = { tasks, snapshotPath, overlayPath, fonts };
      isUsable = await process.run({ batch, imagePath, onOutcome });
      comeAgain(turn, left);
    } catch (error) {
      if (!isClosed) turn.fail(error);
      drop(turn);
    }
    turn.underWay -= 1;
    finishIfDone(turn);
    await giveBack(process, isUsable);
    begin();
  };

  /** The place of a process is free when the process is gone, not when it was told to go. */
  const giveBack = async (process: RenderProcess, isUsable: boolean): Promise<void> => {
    if (isUsable && !isClosed) idle.push(process);
    else await process.stop();
    busy.delete(process);
  };

  /** With what a process left undone. */
  const comeAgain = (turn: Turn, left: ReadonlySet<number>): void => {
    if (left.size === 0 || isClosed || turn.request.signal?.aborted === true) return;
    turn.waiting = [...left, ...turn.waiting];
    if (!round.has(turn)) round.add(turn);
  };

  const drop = (turn: Turn): void => {
    round.remove(turn);
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
      round.add(turn);
      begin();
      await promise.finally(() => request.signal?.removeEventListener('abort', onAbort));
      return turn.outcomes;
    },
    waiting: () => round.all().reduce((count, turn) => count + turn.waiting.length, 0),
    close: async () => {
      isClosed = true;
      for (const turn of round.all()) drop(turn);
      await Promise.all([...idle.splice(0), ...busy.keys()].map((process) => process.stop()));
    },
  };
}
