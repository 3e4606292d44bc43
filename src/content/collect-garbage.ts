import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** As much may come to a heap before it is collected, beside a share of what lived last. */
const freeBytes = 2 ** 20;
const freeShare = 1 / 16;
/** A larger heap is left to the engine, whose 8 MB are little then and whose collections take long. */
const mostBytes = 32 * 2 ** 20;

/**
 * Answers what collects the garbage of this thread, where enough has come since the last time. By itself the engine lets
 * 8 MB come, and a thread that ends keeps their pages for eight seconds. A collection takes 7 ms where 12 MB live.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let lived = 0;
  return () => {
    const used = getHeapStatistics().used_heap_size;
    if (used < lived * (1 + freeShare) + freeBytes || used > mostBytes) return;
    collect();
    lived = getHeapStatistics().used_heap_size;
  };
}
