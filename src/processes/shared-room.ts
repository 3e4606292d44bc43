import { type Party, turns } from './turns.ts';

/** Room for something that callers share, of which one of them has a part at the most. */
export interface SharedRoom {
  /**
   * Waits until there is room for so much, or for a caller's whole part, and answers what gives it back. Who waits
   * takes turns, and keeps nobody waiting by having too much already.
   *
   * @throws the signal's reason when it fires first
   */
  take(party: Party, amount: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly party: Party;
  readonly amount: number;
  readonly begin: () => void;
}

export function sharedRoom({ ofAll, ofOne }: { readonly ofAll: number; readonly ofOne: number }): SharedRoom {
  const round = turns<Waiting>();
  const taken = new Map<string, number>();
  let allTaken = 0;

  const nameOf = ({ organization, caller }: Party): string => `${organization} ${caller}`;
  const takenBy = (party: Party): number => taken.get(nameOf(party)) ?? 0;
  const count = (party: Party, amount: number): void => {
    allTaken += amount;
    const sum = takenBy(party) + amount;
    if (sum === 0) taken.delete(nameOf(party));
    else taken.set(nameOf(party), sum);
  };

  const beginNext = (): void => {
    // Whose turn it is has the next room that is left: smaller pieces of others do not take it away.
    let isFull = false;
    const mayBegin = ({ party, amount }: Waiting): boolean => {
      if (isFull || takenBy(party) + amount > ofOne) return false;
      isFull = allTaken + amount > ofAll;
      return !isFull;
    };
    for (let next = round.next(mayBegin); next !== undefined; next = round.next(mayBegin)) {
      count(next.party, next.amount);
      next.begin();
    }
  };
  const wait = (party: Party, amount: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        round.remove(waiting);
        reject(signal.reason);
        beginNext();
      };
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting = { party, amount, begin };
      signal.addEventListener('abort', giveUp, { once: true });
      round.add(waiting);
      beginNext();
    });

  return {
    take: async (party, wanted, signal) => {
      signal.throwIfAborted();
      const amount = Math.min(wanted, ofOne);
      await wait(party, amount, signal);
      return () => {
        count(party, -amount);
        beginNext();
      };
    },
  };
}
