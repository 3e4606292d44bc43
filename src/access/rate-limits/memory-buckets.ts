import { type Buckets, withPortion } from './bucket.ts';

const sweptFrom = 10_000;

/** Buckets of one process; they are empty when it starts. Those that have leaked empty are forgotten. */
export function memoryBuckets(): Buckets & { clear(): void } {
  const emptyAtByKey = new Map<string, number>();
  let sweepAbove = sweptFrom;
  const sweep = (at: number) => {
    for (const [key, emptyAt] of emptyAtByKey) if (emptyAt <= at) emptyAtByKey.delete(key);
    sweepAbove = Math.max(sweptFrom, emptyAtByKey.size * 2);
  };
  return {
    pour: async (key, portion) => {
      const before = emptyAtByKey.get(key) ?? portion.at;
      const after = withPortion(before, portion);
      if (after === undefined) return { admitted: false, emptyAt: before };
      emptyAtByKey.set(key, after);
      if (emptyAtByKey.size > sweepAbove) sweep(portion.at);
      return { admitted: true, emptyAt: after };
    },
    emptyAt: async (key) => emptyAtByKey.get(key) ?? 0,
    clear: () => emptyAtByKey.clear(),
  };
}
