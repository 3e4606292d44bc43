import { getHeapStatistics } from 'node:v8';
import { payloadTooLarge } from '../errors.ts';
import { oneByOne } from '../processes/one-by-one.ts';
import { programBeside } from '../processes/program-beside.ts';
import type { Party } from '../processes/turns.ts';
import type { CompileOutcome, CompileTask } from './compile-answer.ts';
import type { ConvertOutcome, ConvertTask } from './convert-file.ts';
import { type KeptThread, keptThread } from './kept-thread.ts';
import { ThreadEnded, type ThreadLimits } from './work-in-thread.ts';

/** What a step of a design on its way in may take; one that takes more is ended. */
export interface CompileLimits extends ThreadLimits {
  /** Ends the thread with the step, unless another design waits; else it stays for a while for the next. */
  readonly isAlone: boolean;
}

const youngHeapMb = 8;
/** For the steps of a design that is converted, of which nothing is to be held for the next. */
const youngHeapMbAlone = 3;

/**
 * Limits for a source, where none may be larger than `mostBytes`: what a design of the smallest nodes takes, and ten
 * times its time.
 */
export function compileLimits(sizeBytes: number, mostBytes: number, isAlone = false): CompileLimits {
  const ownMb = getHeapStatistics().heap_size_limit / 2 ** 20;
  const heapMb = Math.min(ownMb, Math.max(256, (4 * mostBytes) / 2 ** 20));
  return {
    heapMb: Math.floor(heapMb),
    isAlone,
    youngHeapMb: isAlone ? youngHeapMbAlone : youngHeapMb,
    deadlineMs: 60_000 + sizeBytes / 1000,
  };
}

/** A thread that has stepped back for what has time does not come forward again. */
type Threads = Readonly<Record<'awaited' | 'inTime', KeptThread>>;
type Task = Pick<CompileTask, 'hasTime'>;

const threadsOf = (program: URL): Threads => ({ awaited: keptThread(program), inTime: keptThread(program) });
const compilers = threadsOf(programBeside(import.meta.url, 'compile-worker'));
const converters = threadsOf(programBeside(import.meta.url, 'convert-worker'));

/** A design takes a core and several times its size in memory. */
const inTurn = oneByOne();

let waiting = 0;

/** Whether a design is on its way in: what can wait, waits. */
export const isCompiling = (): boolean => waiting > 0;

/**
 * The same as `compileFile` for an answer, in a thread of its own.
 *
 * @throws ApiError 413 for a source that takes too long or too much memory
 */
export const compileInWorker = (
  task: CompileTask,
  limits: CompileLimits,
  party: Party,
): Promise<CompileOutcome> => inWorker(compilers, task, limits, party);

/**
 * The same as `convertBytes` for what lies in a file, in a thread of its own.
 *
 * @throws ApiError 413 for a design that takes too long or too much memory
 */
export const convertInWorker = (
  task: ConvertTask,
  limits: CompileLimits,
  party: Party,
): Promise<ConvertOutcome> => inWorker(converters, task, limits, party);

function inWorker<T>(threads: Threads, task: Task, limits: CompileLimits, party: Party): Promise<T> {
  waiting++;
  return inTurn(party, () => asked<T>(threads, task, limits)).finally(() => waiting--);
}

async function asked<T>(threads: Threads, task: Task, limits: CompileLimits): Promise<T> {
  const thread = task.hasTime === true ? threads.inTime : threads.awaited;
  try {
    return await thread.ask<T>(task, { ...limits, isLast: limits.isAlone && waiting === 1 });
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw error.for === 'memory' ? tooMuchMemory() : tooLong(limits);
  }
}

const tooMuchMemory = () =>
  payloadTooLarge('The design takes more memory to read than it may. Split it into several files.');

const tooLong = ({ deadlineMs }: CompileLimits) =>
  payloadTooLarge(
    `The design was not read within ${Math.round(deadlineMs / 1000)} seconds. Send it again, or split it into several files.`,
  );
