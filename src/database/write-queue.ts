import { BeingRestored, patienceMs } from './being-restored.ts';

/** Longest wait for the one writer; above it a call that would wait for itself ends with a sentence. */
const waitLimitMs = 30_000;

/** Gives the right to write to one holder at a time, first come, first served. */
export interface WriteQueue {
  /**
   * Resolves when it is the caller's turn, with the function that ends the turn (calling it twice is harmless).
   * @throws WriterBusy, and BeingRestored beside one that is alone or waits to be
   */
  take(): Promise<() => void>;
  /** The same, once those before it are through; nobody else comes until its turn ends. @throws WriterBusy */
  takeAlone(): Promise<() => void>;
}

export class WriterBusy extends Error {
  constructor(waitedMs: number) {
    super(`The database was held by another change for ${Math.round(waitedMs / 1000)} s; this one gave up.`);
    this.name = 'WriterBusy';
  }
}

export function writeQueue(limitMs = waitLimitMs): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  /** Resolves when the last one that is alone, or waits to be, is through; undefined where there is none. */
  let standstill: Promise<void> | undefined;
  const inTurn = async (): Promise<() => void> => {
    const before = last;
    const turn = Promise.withResolvers<void>();
    last = before.then(() => turn.promise);
    try {
      await withinLimit(before, limitMs, () => new WriterBusy(limitMs));
    } catch (error) {
      turn.resolve();
      throw error;
    }
    return turn.resolve;
  };
  return {
    async take() {
      while (standstill !== undefined) await withinLimit(standstill, patienceMs, () => new BeingRestored());
      return inTurn();
    },
    async takeAlone() {
      const { promise, resolve } = Promise.withResolvers<void>();
      standstill = promise;
      const letOthers = () => {
        if (standstill === promise) standstill = undefined;
        resolve();
      };
      try {
        const end = await inTurn();
        return () => {
          end();
          letOthers();
        };
      } catch (error) {
        letOthers();
        throw error;
      }
    },
  };
}

/** Nothing is aborted here: that makes an error with its stack, for each change. */
function withinLimit(wait: Promise<void>, limitMs: number, refusal: () => Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(refusal()), limitMs);
    wait.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
