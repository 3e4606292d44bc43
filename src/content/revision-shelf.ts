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
  /** Least recently used first. */
  const shelf = new Map<string, { revision: string; value: T; weight: number }>();
  let weight = 0;
  const forget = (key: string): void => {
    weight -= shelf.get(key)?.weight ?? 0;
    shelf.delete(key);
  };
  const keep = (key: string, revision: string, value: T): void => {
    forget(key);
    const entry = { revision, value, weight: bounds.weightOf(value) };
    shelf.set(key, entry);
    weight += entry.weight;
    for (const oldest of shelf.keys()) {
      if (weight <= bounds.mostWeight || oldest === key) return;
      forget(oldest);
    }
  };
  return {
    find: (key, revision) => {
      const entry = shelf.get(key);
      if (entry?.revision !== revision) return undefined;
      shelf.delete(key);
      shelf.set(key, entry);
      return entry.value;
    },
    keep,
  };
}
