/** Lets works run beside one another, and one of them alone. */
export interface Gate {
  /** Runs the work beside others, once nobody is alone or waits to be. */
  beside<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the work once all that run are through; what comes meanwhile waits until it is done. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function gate(): Gate {
  const running = new Set<Promise<unknown>>();
  /** Resolves when the last one that is alone, or waits to be, is done; undefined where there is none. */
  let closed: Promise<void> | undefined;
  return {
    async beside(work) {
      while (closed !== undefined) await closed;
      const result = work();
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    async alone(work) {
      const before = closed;
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      await before;
      await Promise.allSettled(running);
      return work().finally(() => {
        if (closed === promise) closed = undefined;
        resolve();
      });
    },
  };
}
