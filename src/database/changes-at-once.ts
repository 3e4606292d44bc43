import { DatabaseAway } from './postgres-pool.ts';

/** Does a change once it may take a connection. @throws DatabaseAway where it waited too long */
export type ChangesAtOnce = <T>(change: () => Promise<T>) => Promise<T>;

/** Connections that changes leave to those who read: while a backup is restored each change waits for its end. */
const leftToReaders = 3;
/** So many a change may take itself, where it meets others again and again. */
const leastOfChanges = 2;
/** As long as a statement may take. */
const usualPatienceMs = 60_000;

/** Bounds how many changes hold connections at the same time; the others wait outside, first come, first served. */
export function changesAtOnce(connections: number, patienceMs = usualPatienceMs): ChangesAtOnce {
  let left = Math.max(leastOfChanges, connections - leftToReaders);
  const waiting = new Set<() => void>();
  const room = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(limit);
        waiting.delete(begin);
        resolve();
      };
      const limit = setTimeout(() => {
        waiting.delete(begin);
        reject(new DatabaseAway(new Error(`A change waited ${patienceMs} ms for a connection.`)));
      }, patienceMs);
      waiting.add(begin);
    });
  return async (change) => {
    if (left > 0) left -= 1;
    else await room();
    try {
      return await change();
    } finally {
      // Whoever waits has the place of this one.
      const [next] = waiting;
      if (next === undefined) left += 1;
      else next();
    }
  };
}
