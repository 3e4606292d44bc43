import { LeastRecent } from '../least-recent.ts';

/**
 * Things read from the database and kept in memory for as long as their revision is the current one. The least
 * recently used are evicted.
 */
export interface RevisionShelf<T> {
  /** Undefined where another revision is kept, or none. */
  find(key: string, revision: string): T | undefined;
  keep(key: string, revision: string, value: T): void;
}

/** @param bounds `weightOf` in whatever unit `mostWeight` is */
export function revisionShelf<T>(bounds: {
  mostWeight: number;
  weightOf: (value: T) => number;
}): RevisionShelf<T> {
  const shelf = new LeastRecent<string, { revision: string; value: T }>(bounds.mostWeight);
  return {
    find: (key, revision) => {
      const entry = shelf.get(key);
      return entry?.revision === revision ? entry.value : undefined;
    },
    // One that is heavier than all may be is kept alone: it is what takes longest to read.
    keep: (key, revision, value) =>
      shelf.set(key, { revision, value }, Math.min(bounds.weightOf(value), bounds.mostWeight)),
  };
}
