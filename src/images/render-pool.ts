import { type Party, turns } from '../processes/turns.ts';
import { type RenderProcess, startRenderProcess } from './render-process.ts';
import type { RenderOutcome, RenderSource, RenderTask } from './render-task.ts';

/** Nodes of one file that somebody waits for. */
export interface RenderRequest extends RenderSource {
  readonly tasks: readonly RenderTask[];
  readonly party: Party;
  /** The local file with the bytes of an image fill. */
  readonly imagePath: (imageRef: string) => Promise<string | undefined>;
  /** Asked before a task begins: what is refused is left undone. */
  readonly mayBegin?: (place: number) => boolean;
  readonly onOutcome?: (place: number, outcome: RenderOutcome) => void;
  /** What has not begun when this fires is left undone. */
  readonly signal?: AbortSignal | undefined;
}

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

/** Of all images that are being rendered at the same time: two of the largest. */
const mostMegapixels = 64;
/** A batch is sent as one message: many small images, or one that is not small. */
const mostBatched = 32;
const mostBatchedMegapixels = 1;
/** The largest images with many image fills take three quarters of it. */
const usualMemoryMb = 2048;

/** A request in the round. */
interface Turn {
  readonly request: RenderRequest;
  readonly party: Party;
  /** Places of the tasks that have not begun. */
  waiting: number[];
  readonly outcomes: (RenderOutcome | undefined)[];
  underWay: number;
  readonly finish: () => void;
  readonly fail: (error: unknown) => void;
}

/** What a process is at. */
interface Batch {
  readonly party: Party;
  readonly megapixels: number;
}

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
    const left = new Set(places);
    const onOutcome = (place: number, outcome: RenderOutcome): void => {
      const asked = places[place] as number;
      turn.outcomes[asked] = outcome;
      left.delete(asked);
      request.onOutcome?.(asked, outcome);
    };
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

/**
 * Whether somebody's work may begin beside what is under way. Two places more than usual are for a caller and for an
 * organization with nothing under way, so that nobody waits for the end of what others have begun.
 */
function hasPlace(processes: number, underWay: readonly Batch[], turn: Turn): boolean {
  const { organization, caller } = turn.party;
  const ofOrganization = underWay.filter(({ party }) => party.organization === organization);
  if (ofOrganization.length === 0) return underWay.length < processes + 2;
  const isOfCaller = ofOrganization.some(({ party }) => party.caller === caller);
  return underWay.length < processes + (isOfCaller ? 0 : 1) && hasRoom(underWay, turn);
}

/** Small images always have room. */
function hasRoom(underWay: readonly Batch[], { request, waiting }: Turn): boolean {
  const next = (request.tasks[waiting[0] as number] as RenderTask).megapixels;
  return next <= mostBatchedMegapixels || weightOf(underWay) + next <= mostMegapixels;
}

function newTurn(request: RenderRequest, finish: Turn['finish'], fail: Turn['fail']): Turn {
  return {
    request,
    party: request.party,
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

/** Takes the tasks that are done together off the turn; none where nothing of it may begin any more. */
function nextBatch({ request, waiting }: Turn): number[] {
  const places: number[] = [];
  let megapixels = 0;
  let seen = 0;
  for (const place of waiting) {
    megapixels += (request.tasks[place] as RenderTask).megapixels;
    if (places.length === mostBatched || (places.length > 0 && megapixels > mostBatchedMegapixels)) break;
    seen += 1;
    if (request.mayBegin?.(place) ?? true) places.push(place);
  }
  waiting.splice(0, seen);
  return places;
}

const weightOf = (tasks: readonly { megapixels: number }[]): number =>
  tasks.reduce((sum, { megapixels }) => sum + megapixels, 0);
