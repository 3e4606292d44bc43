import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Finds something by names, if it is there. */
export type Find<Names extends readonly string[], Found> = (
  database: Kysely<Tables>,
  ...names: Names
) => Promise<Found | undefined>;

interface Asking<Found> {
  readonly answer: Promise<Found | undefined>;
  /** Is asked once the answer is there. */
  next?: Promise<Found | undefined>;
}

/** An answer that takes longer than this is not waited for by those who came after it was asked for. */
const patienceMs = 20;

/**
 * Finds the same by fewer questions: who wants to know what is just being asked waits for that answer and then asks
 * once for all who came meanwhile. So each question is sent after everybody came who is answered by it, and nobody gets
 * what has changed since. What is found is shared, so nobody may change it.
 */
export function askedTogether<Names extends readonly string[], Found>(
  find: Find<Names, Found>,
): Find<Names, Found> {
  const askings = new WeakMap<Kysely<Tables>, Map<string, Asking<Found>>>();
  return (database, ...names) => {
    const underWay = askings.get(database) ?? new Map<string, Asking<Found>>();
    askings.set(database, underWay);
    const key = JSON.stringify(names);
    const ask = (): Promise<Found | undefined> => {
      const asking: Asking<Found> = { answer: find(database, ...names) };
      underWay.set(key, asking);
      const forget = () => underWay.get(key) === asking && asking.next === undefined && underWay.delete(key);
      asking.answer.then(forget, forget);
      return asking.answer;
    };
    const before = underWay.get(key);
    if (before === undefined) return ask();
    before.next ??= answeredOrLate(before.answer).then(ask);
    return before.next;
  };
}

/** Waits for an answer, as long as that is worth it for those who ask next. */
export async function answeredOrLate(answer: Promise<unknown>): Promise<void> {
  const late = wait(patienceMs, undefined, { ref: false });
  await Promise.race([answer.catch(() => undefined), late]);
}
