import { setTimeout as sleep } from 'node:timers/promises';
import { countRepeat } from './database-counts.ts';
import { isPlanOfOldTables } from './kept-plans.ts';

const tryLimit = 20;
/** A change that met others so often holds back those of this process: a long one would meet short ones for ever. */
export const triesBesideOthers = 5;
const firstPauseMs = 4;
const longestPauseMs = 120;
/** PostgreSQL: could not serialize; deadlock. Nothing of the transaction happened. */
const endedForOthers = new Set(['40001', '40P01']);
/**
 * PostgreSQL: a value that has to be the only one of its kind is there. Of two that take the same number at once it
 * tells one so, where the number was looked for by another index than the one that holds it. Made again, and in the
 * end alone, the change finds another number; what nobody has looked for is still there then, and is a fault.
 */
const taken = '23505';
const triesOfTaken = triesBesideOthers + 2;

/** Repeats what PostgreSQL ended in favour of another transaction. */
export function repeated<T>(work: (tries: number) => Promise<T>): Promise<T> {
  let triesTaken = 0;
  return repeatedWhere((error) => {
    if (isTaken(error)) triesTaken += 1;
    return triesTaken < triesOfTaken && isRepeatable(error);
  }, work);
}

/** The same of a statement outside of transactions, which is one of its own. */
export const repeatedAlone = <T>(ask: () => Promise<T>): Promise<T> => repeatedWhere(wasEndedForOthers, ask);

async function repeatedWhere<T>(
  isToBeRepeated: (error: unknown) => boolean,
  work: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries);
    } catch (error) {
      if (!isToBeRepeated(error) || tries >= tryLimit) throw error;
      countRepeat();
      await sleep(pauseMs(tries));
    }
  }
}

/** Whether something holds of an error; also where the work has wrapped the database's into its own. */
export const ofCauses = (isSuch: (error: Error & { code?: string }) => boolean) => {
  const ask = (error: unknown): boolean => error instanceof Error && (isSuch(error) || ask(error.cause));
  return ask;
};

const isTaken = ofCauses(({ code }) => code === taken);
export const wasEndedForOthers = ofCauses(({ code }) => endedForOthers.has(code ?? ''));
const isRepeatable = ofCauses(
  (error) => error.code === taken || endedForOthers.has(error.code ?? '') || isPlanOfOldTables(error),
);

/** Longer each time, and by chance, so that two do not meet again and again. */
function pauseMs(tries: number): number {
  return Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** tries);
}
