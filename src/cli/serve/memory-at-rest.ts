import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Looked at so often: what took no more of a core than that since the last look rests. */
const lookMs = 2_000;
const restingMs = 100;
/** So many looks without work: whoever is asked every few seconds would be slowed by what is collected in between. */
const restLooks = 3;
/** Less work than that leaves little behind. */
const leastWorkMs = 300;
/** As many times as long as a collection takes, a process has worked before the next one. */
const workOfCollection = 25;
/** So many looks without work, a minute: nobody minds a collection then. */
const longRestLooks = 30;
/** What is used of a larger heap takes longer to go through than a request should wait that comes meanwhile. */
const mostHeapBytes = 100 * 1024 * 1024;

interface Process {
  /** Processor time so far, of all threads. */
  workedMs(): number;
  heapBytes(): number;
  collectGarbage(): void;
}

/**
 * Once a server rests after work, its garbage is collected: the engine would keep what it took for the busiest
 * moment until there is work again.
 */
export function keepSmallAtRest(): { stop(): void } {
  const timer = setInterval(looking(thisProcess()), lookMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** What each look does. */
export function looking({ workedMs, heapBytes, collectGarbage }: Process): () => void {
  let atLastLook = 0;
  let atLastCollection = 0;
  let collectionMs = 0;
  let restingLooks = 0;
  return () => {
    const worked = workedMs();
    restingLooks = worked - atLastLook < restingMs ? restingLooks + 1 : 0;
    atLastLook = worked;
    const leastMs = restingLooks < longRestLooks ? workOfCollection * collectionMs : 0;
    const isWorth = worked - atLastCollection >= Math.max(leastWorkMs, leastMs);
    if (restingLooks < restLooks || !isWorth || heapBytes() > mostHeapBytes) return;
    collectGarbage();
    atLastCollection = workedMs();
    collectionMs = atLastCollection - worked;
    atLastLook = atLastCollection;
  };
}

export function thisProcess(): Process {
  let collect: (() => void) | undefined;
  return {
    workedMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    // `process.memoryUsage()` opens a file, and throws where no descriptor is free.
    heapBytes: () => getHeapStatistics().used_heap_size,
    collectGarbage: () => {
      collect ??= collector();
      collect();
    },
  };
}

/** Node gives it to no program that was not started for it. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
