/** Work that callers wait for, bounded for each of them and for all: what is more is refused instead of waiting. */
export interface WaitingRoom {
  /** @throws TooMuchWaiting at once where the caller, or all of them, wait for too much */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
}

/** There is no room for more work to wait. */
export class TooMuchWaiting extends Error {
  override readonly name = 'TooMuchWaiting';
}

export interface WaitingLimits {
  readonly mostOfOne: number;
  readonly mostOfAll: number;
}

export function waitingRoom({ mostOfOne, mostOfAll }: WaitingLimits): WaitingRoom {
  const ofCallers = new Map<string, number>();
  let ofAll = 0;
  const count = (caller: string, step: 1 | -1): void => {
    const ofOne = (ofCallers.get(caller) ?? 0) + step;
    if (ofOne === 0) ofCallers.delete(caller);
    else ofCallers.set(caller, ofOne);
    ofAll += step;
  };
  return {
    run: async (caller, work) => {
      if ((ofCallers.get(caller) ?? 0) >= mostOfOne || ofAll >= mostOfAll) throw new TooMuchWaiting();
      count(caller, 1);
      try {
        return await work();
      } finally {
        count(caller, -1);
      }
    },
  };
}
