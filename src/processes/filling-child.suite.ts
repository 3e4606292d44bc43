import { GCProfiler, getHeapStatistics } from 'node:v8';
import { guardChild } from './guard-child.ts';

export interface Filled {
  readonly heapLimitBytes: number;
  /** How often all that lives was looked through meanwhile. */
  readonly fullCollections: number;
}

/** A program that keeps so many bytes of small objects as a message says, and answers what its heap is like then. */
guardChild();
process.on('message', ({ bytes }: { bytes: number }) => {
  const profiler = new GCProfiler();
  profiler.start();
  const kept: object[] = [];
  while (getHeapStatistics().used_heap_size < bytes) {
    for (let count = 0; count < 1000; count++) kept.push({ count });
  }
  const fullCollections = profiler.stop().statistics.filter(({ gcType }) => gcType !== 'Scavenge').length;
  process.send?.({ heapLimitBytes: getHeapStatistics().heap_size_limit, fullCollections } satisfies Filled);
});
