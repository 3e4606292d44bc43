import { type Party, turns } from './turns.ts';
import { TooMuchWaiting } from './waiting-room.ts';

/** Room for something that callers share, of which one of them has a part at the most. */
export interface SharedRoom {
  /**
   * Waits until there is room for so much, or for a caller's whole part, and answers what gives it back. Who waits
   * takes turns, and keeps nobody waiting by having too much already.
   *
   * @throws the signal's reason when it fires first
   * @throws TooMuchWaiting at once where the caller, or all of them, have too much waiting
   */
  take(party: Party, amount: number, signal: AbortSignal): Promise<() => void>;
  /** Whether another waits only for what all have taken together, so that any of them may leave room. */
  holdsUpOthers(party: Party): boolean;
}

interface RoomLimits {
  readonly ofAll: number;
  readonly ofOne: number;
  readonly waitingOfOne?: number;
  /** Who has nothing waiting yet may wait also beyond these. */
  readonly waitingOfAll?: number;
}

interface Waiting {
  readonly party: Party;
  readonly amount: number;
  readonly begin: () => void;
}

const nameOf = ({ organization, caller }: Party): string => `${organization} ${caller}`;

/** How much callers have, and all of them together. */
function amounts() {
  const byName = new Map<string, number>();
  let all = 0;
  const of = (party: Party): number => byName.get(nameOf(party)) ?? 0;
  return {
    of,
    all: (): number => all,
    add: (party: Party, amount: number): void => {
      all += amount;
      const sum = of(party) + amount;
      if (sum === 0) byName.delete(nameOf(party));
      else byName.set(nameOf(party), sum);
    },
  };
}

/** Whether this caller, of whom the latest is among all that wait, has too much waiting. */
function hasTooMuchWaiting(all: readonly Waiting[], party: Party, most: RoomLimits): boolean {
  const { waitingOfOne = Number.POSITIVE_INFINITY, waitingOfAll = Number.POSITIVE_INFINITY } = most;
  const own = all.filter((one) => nameOf(one.party) === nameOf(party)).length;
  return own > waitingOfOne || (own > 1 && all.length > waitingOfAll);
}

export function sharedRoom(limits: RoomLimits): SharedRoom {
  const { ofAll, ofOne } = limits;
  const round = turns<Waiting>();
  const taken = amounts();

  const beginNext = (): void => {
    // Whose turn it is has the next room that is left: smaller pieces of others do not take it away.
    let isFull = false;
    const mayBegin = ({ party, amount }: Waiting): boolean => {
      if (isFull || taken.of(party) + amount > ofOne) return false;
      isFull = taken.all() + amount > ofAll;
      return !isFull;
    };
    for (let next = round.next(mayBegin); next !== undefined; next = round.next(mayBegin)) {
      taken.add(next.party, next.amount);
      next.begin();
    }
  };
  const wait = (party: Party, amount: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        signal.removeEventListener('abort', giveUp);
        round.remove(waiting);
        reject(reason);
        beginNext();
      };
      const giveUp = (): void => leave(signal.reason);
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting = { party, amount, begin };
      signal.addEventListener('abort', giveUp, { once: true });
      round.add(waiting);
      beginNext();
      if (round.has(waiting) && hasTooMuchWaiting(round.all(), party, limits)) leave(new TooMuchWaiting());
    });

  return {
    take: async (party, wanted, signal) => {
      signal.throwIfAborted();
      const amount = Math.min(wanted, ofOne);
      await wait(party, amount, signal);
      return () => {
        taken.add(party, -amount);
        beginNext();
      };
    },
    holdsUpOthers: (by) =>
      round
        .all()
        .some(({ party, amount }) => nameOf(party) !== nameOf(by) && taken.of(party) + amount <= ofOne),
  };
}
