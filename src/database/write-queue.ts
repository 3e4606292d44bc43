/** Longest wait for the one writer; above it a call that would wait for itself ends with a sentence. */
const waitLimitMs = 30_000;

/** Gives the right to write to one holder at a time, first come, first served. */
export interface WriteQueue {
  /**
   * Resolves when it is the caller's turn, with the function that ends the turn (calling it twice is harmless).
   * @throws WriterBusy
   */
  take(): Promise<() => void>;
}

export class WriterBusy extends Error {
  constructor(waitedMs: number) {
    super(`The database was held by another change for ${Math.round(waitedMs / 1000)} s; this one gave up.`);
    this.name = 'WriterBusy';
  }
}

export function writeQueue(limitMs = waitLimitMs): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const before = last;
      const turn = Promise.withResolvers<void>();
      last = before.then(() => turn.promise);
      try {
        await withinLimit(before, limitMs);
      } catch (error) {
        turn.resolve();
        throw error;
      }
      return turn.resolve;
    },
  };
}

/** Nothing is aborted here: that makes an error with its stack, for each change. */
function withinLimit(wait: Promise<void>, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new WriterBusy(limitMs)), limitMs);
    wait.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
