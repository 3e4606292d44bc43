import { LeastRecent } from '../least-recent.ts';

/** Tries that are limited by what they have in common. */
export interface Throttle<Try> {
  /** Counts one try. Answers how many seconds to wait where there were too many, and then counts nothing. */
  take(attempt: Try): Promise<number | undefined>;
  /** Forgets a try that was right. */
  giveBack(attempt: Try): Promise<void>;
}

/** So many tries at once, and one more after each pause. */
export interface Limit {
  readonly most: number;
  readonly pauseMs: number;
}

/** What a try counts against, all or nothing. */
export type LimitsOf<Try> = (attempt: Try) => readonly ({ readonly key: string } & Limit)[];

/** What is remembered beyond it is forgotten, oldest try first. */
const mostRemembered = 20_000;

/** In the memory of this process: a start forgets, which is no gain for who guesses. */
export function throttle<Try>(now: () => number, limitsOf: LimitsOf<Try>): Throttle<Try> {
  /** By key: the time at which all its tries are paid for. */
  const paidAt = new LeastRecent<string, number>(mostRemembered);
  return {
    take: async (attempt) => {
      const at = now();
      const limits = limitsOf(attempt);
      const waits = limits.map(({ key, most, pauseMs }) => {
        const owed = Math.max(paidAt.peek(key) ?? 0, at) - at;
        return owed + pauseMs - most * pauseMs;
      });
      const waitMs = Math.max(...waits);
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      for (const { key, pauseMs } of limits) paidAt.set(key, Math.max(paidAt.peek(key) ?? 0, at) + pauseMs);
      return undefined;
    },
    giveBack: async (attempt) => {
      for (const { key, pauseMs } of limitsOf(attempt)) {
        const paid = paidAt.peek(key);
        if (paid !== undefined) paidAt.set(key, paid - pauseMs);
      }
    },
  };
}
