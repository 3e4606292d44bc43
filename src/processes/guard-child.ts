import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { programBeside } from './program-beside.ts';

export interface Guarded {
  readonly parentPid: number;
  readonly mostBytes: number;
}

const guardHeapMb = 16;

/**
 * Called once by a program that `startChild` starts: it ends with the process that started it, and when it takes more
 * memory than it may. A thread beside the work watches both, since native code would not.
 */
export function guardChild(): void {
  process.once('disconnect', () => process.exit());
  // Told to a whole group of processes; the one that started this one decides what is done before the end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  endFirstForMemory();
  const [parentPid, memoryMb] = process.argv.slice(2).map(Number) as [number, number];
  const guard = new Worker(programBeside(import.meta.url, 'guard-thread'), {
    workerData: { parentPid, mostBytes: memoryMb * 2 ** 20 } satisfies Guarded,
    resourceLimits: { maxOldGenerationSizeMb: guardHeapMb, maxYoungGenerationSizeMb: 2 },
  });
  guard.unref();
}

/** Where the machine's memory runs out, Linux is to end this process and not the server. */
function endFirstForMemory(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A system that is closed off here keeps its own order.
  }
}
