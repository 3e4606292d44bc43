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

/** A process with the number by which it is found for the nodes that are left to it. */
interface Numbered {
  readonly process: RenderProcess;
  readonly number: number;
}

class ProcessPool implements RenderPool {
  readonly #processes: number;
  readonly #startProcess: () => RenderProcess;
  readonly #idle = new Set<Numbered>();
  readonly #busy = new Map<Numbered, Batch>();
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
    const turn = newTurn(request, this.#processes, { finish: resolve, fail: reject });
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
    const all = [...this.#idle, ...this.#busy.keys()];
    this.#idle.clear();
    await Promise.all(all.map(({ process }) => process.stop()));
  };

  /** Begins with all that may begin now. */
  #begin(): void {
    const isFree = (turn: Turn): boolean => hasPlace(this.#processes, [...this.#busy.values()], turn);
    for (let turn = this.#round.next(isFree); turn !== undefined; turn = this.#round.next(isFree)) {
      const idle = this.#idleFor(turn);
      const number = idle?.number ?? this.#freeNumber();
      const places = nextBatch(turn, number);
      if (turn.waiting.length > 0) this.#round.add(turn);
      if (places.length === 0) finishIfDone(turn);
      else this.#runBatch(idle ?? { process: this.#startProcess(), number }, turn, places);
    }
  }

  /** The process that the next task is left to, or another one that has nothing to do. */
  #idleFor({ waiting, homes }: Turn): Numbered | undefined {
    const idle = [...this.#idle];
    return idle.find(({ number }) => number === homes[waiting[0] as number]) ?? idle.at(-1);
  }

  /** The lowest that no process has. */
  #freeNumber(): number {
    const taken = new Set([...this.#idle, ...this.#busy.keys()].map(({ number }) => number));
    let number = 0;
    while (taken.has(number)) number += 1;
    return number;
  }

  async #runBatch(numbered: Numbered, turn: Turn, places: readonly number[]): Promise<void> {
    this.#idle.delete(numbered);
    const tasks = places.map((place) => turn.request.tasks[place] as RenderTask);
    this.#busy.set(numbered, { party: turn.party, megapixels: weightOf(tasks) });
    turn.underWay += 1;
    const isUsable = await this.#runTasks(numbered.process, turn, { tasks, places });
    turn.underWay -= 1;
    finishIfDone(turn);
    await this.#giveBack(numbered, isUsable);
    this.#begin();
  }

  /** Answers whether the process may be used again. */
  async #runTasks(
    process: RenderProcess,
    turn: Turn,
    { tasks, places }: { readonly tasks: readonly RenderTask[]; readonly places: readonly number[] },
  ): Promise<boolean> {
    const { snapshotPath, overlayPath, fonts, imagePath, imageName } = turn.request;
    const { left, onOutcome } = outcomesOf(turn, places);
    let isUsable = false;
    try {
      const batch = { tasks, snapshotPath, overlayPath, fonts };
      isUsable = await process.run({ batch, imagePath, imageName, onOutcome });
      this.#comeAgain(turn, left);
    } catch (error) {
      if (!this.#isClosed) turn.fail(error);
      this.#drop(turn);
    }
    return isUsable;
  }

  /** The place of a process is free when the process is gone, not when it was told to go. */
  async #giveBack(numbered: Numbered, isUsable: boolean): Promise<void> {
    if (isUsable && !this.#isClosed) this.#idle.add(numbered);
    else await numbered.process.stop();
    this.#busy.delete(numbered);
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
