/** Work of many callers that is done so many at once; callers take turns, however much one of them asks for. */
export interface FairTurns {
  /**
   * Does the work when its turn comes.
   * @throws TooMuchWaiting at once where the caller, or all of them, have too much waiting
   * @throws what the signal was aborted with, where that comes before the turn
   */
  run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** There is no room for more work to wait. */
export class TooMuchWaiting extends Error {
  override readonly name = 'TooMuchWaiting';
}

export interface TurnLimits {
  readonly atOnce: number;
  /** Waiting, of one caller and of all. */
  readonly mostOfOne: number;
  readonly mostOfAll: number;
}

export function fairTurns({ atOnce, mostOfOne, mostOfAll }: TurnLimits): FairTurns {
  /** What waits, by caller: the caller whose turn is next stands first. */
  const waiting = new Map<string, Set<() => void>>();
  let underWay = 0;
  let waitingCount = 0;

  const remove = (caller: string, begin: () => void): void => {
    const own = waiting.get(caller);
    if (own?.delete(begin)) waitingCount -= 1;
    if (own?.size === 0) waiting.delete(caller);
  };
  const next = (): void => {
    const [first] = waiting;
    if (first === undefined || underWay >= atOnce) return;
    const [caller, own] = first;
    const [begin] = own as Set<() => void>;
    remove(caller, begin as () => void);
    if (waiting.delete(caller)) waiting.set(caller, own);
    underWay += 1;
    begin?.();
  };
  const turn = (caller: string, signal: AbortSignal): Promise<void> => {
    const own = waiting.get(caller) ?? new Set();
    if (own.size >= mostOfOne || waitingCount >= mostOfAll) throw new TooMuchWaiting();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      remove(caller, begin);
      reject(signal.reason);
    };
    const begin = (): void => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.set(caller, own.add(begin));
    waitingCount += 1;
    next();
    return promise;
  };
  return {
    run: async (caller, signal, work) => {
      signal.throwIfAborted();
      await turn(caller, signal);
      try {
        return await work();
      } finally {
        underWay -= 1;
        next();
      }
    },
  };
}
