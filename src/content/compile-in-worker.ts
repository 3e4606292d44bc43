import { getHeapStatistics } from 'node:v8';
import { payloadTooLarge } from '../errors.ts';
import { oneByOne } from '../processes/one-by-one.ts';
import { programBeside } from '../processes/program-beside.ts';
import type { Party } from '../processes/turns.ts';
import type { CompileOutcome, CompileTask } from './compile-file.ts';
import { keptThread } from './kept-thread.ts';
import { ThreadEnded, type ThreadLimits } from './work-in-thread.ts';

/** What a compilation may take; one that takes more is ended. */
export interface CompileLimits extends ThreadLimits {
  /** Of a source that is read where it lies: what reading leaves behind is many times what comes of it. */
  readonly isInPlace: boolean;
}

const youngHeapMb = 8;
/** Less for a source that is read where it lies, node after node: what it makes is gone at once. */
const youngHeapMbInPlace = 3;

/**
 * Limits for a source, where none may be larger than `mostBytes`: what a design of the smallest nodes takes, and ten
 * times its time.
 */
export function compileLimits(sizeBytes: number, mostBytes: number, isInPlace = false): CompileLimits {
  const ownMb = getHeapStatistics().heap_size_limit / 2 ** 20;
  const heapMb = Math.min(ownMb, Math.max(256, (4 * mostBytes) / 2 ** 20));
  return {
    heapMb: Math.floor(heapMb),
    isInPlace,
    youngHeapMb: isInPlace ? youngHeapMbInPlace : youngHeapMb,
    deadlineMs: 60_000 + sizeBytes / 1000,
  };
}

const program = programBeside(import.meta.url, 'compile-worker');
/** A thread that has stepped back for what has time does not come forward again. */
const threads = { awaited: keptThread(program), inTime: keptThread(program) };

/** A compilation takes a core and several times its source in memory. */
const inTurn = oneByOne();

/**
 * The same as `compileFile`, in a thread of its own, which stays for a while for the next.
 *
 * @throws ApiError 413 for a source that takes too long or too much memory
 */
export function compileInWorker(
  task: CompileTask,
  limits: CompileLimits,
  party: Party,
): Promise<CompileOutcome> {
  waiting++;
  return inTurn(party, () => runWorker(task, limits)).finally(() => waiting--);
}

let waiting = 0;

/** Whether a design is on its way in: what can wait, waits. */
export const isCompiling = (): boolean => waiting > 0;

async function runWorker(task: CompileTask, limits: CompileLimits): Promise<CompileOutcome> {
  const thread = task.hasTime === true ? threads.inTime : threads.awaited;
  try {
    return await thread.ask<CompileOutcome>(task, { ...limits, isLast: limits.isInPlace && waiting === 1 });
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
