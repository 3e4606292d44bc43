import { programBeside } from '../processes/program-beside.ts';
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

const ownProgram = programBeside(import.meta.url, 'render-program');

/** Processes are started when there is work for them, and stay. */
export const renderPool = (options: RenderPoolOptions): RenderPool => new ProcessPool(options);

class ProcessPool implements RenderPool {
  readonly #processes: number;
  readonly #startProcess: () => RenderProcess;
  readonly #idle: RenderProcess[] = [];
  readonly #busy = new Map<RenderProcess, Batch>();
  readonly #round = turns<Turn>();
  #isClosed = false;

  constructor(options: RenderPoolOptions) {
    const { processes, timeoutMs, memoryMb = usualMemoryMb, program = ownProgram } = options;
    const { start = startRenderProcess } = options;
    this.#processes = processes;
    this.#startProcess = () => start({ program, timeoutMs, memoryMb });
  }

  readonly render = async (request: RenderRequest): Promise<readonly (RenderOutcome | undefined)[]> => {
    if (this.#isClosed) throw new Error('Nothing is rendered any more.');
    if (request.signal?.aborted === true || request.tasks.length === 0)
      return request.tasks.map(() => undefined);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = newTurn(request, resolve, reject);
    const onAbort = () => this.#drop(turn);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    this.#round.add(turn);
    this.#begin();
    await promise.finally(() => request.signal?.removeEventListener('abort', onAbort));
    return turn.outcomes;
  };

  readonly waiting = (): number => this.#round.all().reduce((count, turn) => count + turn.waiting.length, 0);

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    for (const turn of this.#round.all()) this.#drop(turn);
    await Promise.all([...this.#idle.splice(0), ...this.#busy.keys()].map((process) => process.stop()));
  };

  /** Begins with all that may begin now. */
  #begin(): void {
    const isFree = (turn: Turn): boolean => hasPlace(this.#processes, [...this.#busy.values()], turn);
    for (let turn = this.#round.next(isFree); turn !== undefined; turn = this.#round.next(isFree)) {
      const places = nextBatch(turn);
      if (turn.waiting.length > 0) this.#round.add(turn);
      if (places.length === 0) finishIfDone(turn);
      else this.#runBatch(this.#idle.pop() ?? this.#startProcess(), turn, places);
    }
  }

  async #runBatch(process: RenderProcess, turn: Turn, places: readonly number[]): Promise<void> {
    const tasks = places.map((place) => turn.request.tasks[place] as RenderTask);
    this.#busy.set(process, { party: turn.party, megapixels: weightOf(tasks) });
    turn.underWay += 1;
    const isUsable = await this.#runTasks(process, turn, { tasks, places });
    turn.underWay -= 1;
    finishIfDone(turn);
    await this.#giveBack(process, isUsable);
    this.#begin();
  }

  /** Answers whether the process may be used again. */
  async #runTasks(
    process: RenderProcess,
    turn: Turn,
    { tasks, places }: { readonly tasks: readonly RenderTask[]; readonly places: readonly number[] },
  ): Promise<boolean> {
    const { snapshotPath, overlayPath, fonts, imagePath } = turn.request;
    const { left, onOutcome } = outcomesOf(turn, places);
    let isUsable = false;
    try {
      const batch = { tasks, snapshotPath, overlayPath, fonts };
      isUsable = await process.run({ batch, imagePath, onOutcome });
      this.#comeAgain(turn, left);
    } catch (error) {
      if (!this.#isClosed) turn.fail(error);
      this.#drop(turn);
    }
    return isUsable;
  }

  /** The place of a process is free when the process is gone, not when it was told to go. */
  async #giveBack(process: RenderProcess, isUsable: boolean): Promise<void> {
    if (isUsable && !this.#isClosed) this.#idle.push(process);
    else await process.stop();
    this.#busy.delete(process);
  }

  /** With what a process left undone. */
  #comeAgain(turn: Turn, left: ReadonlySet<number>): void {
    if (left.size === 0 || this.#isClosed || turn.request.signal?.aborted === true) return;
    turn.waiting = [...left, ...turn.waiting];
    if (!this.#round.has(turn)) this.#round.add(turn);
  }

  #drop(turn: Turn): void {
    this.#round.remove(turn);
    turn.waiting = [];
    finishIfDone(turn);
  }
}
