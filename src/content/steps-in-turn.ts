import { setImmediate as nextTick } from 'node:timers/promises';
import { type Party, type Turns, turns } from '../processes/turns.ts';
import { beginSlice, stepsOfSlice, type TimeSlice } from './yielding.ts';

/** Runs long work in steps, and lets others have their turn in between. */
export type RunSteps = <T>(steps: Generator<unknown, T>) => Promise<T>;

/** Work in steps, of which one is taken at a time, whoever it is for: parties take turns after each slice. */
export interface StepsInTurn {
  /**
   * Does what a party asked for, in steps that it gives to `run`; whatever else it does holds up nobody.
   * @param wanted ends it, also where it waits for a turn: with the reason of the signal
   */
  take<T>(party: Party, wanted: AbortSignal, work: (run: RunSteps) => Promise<T>): Promise<T>;
}

/** How much is held in memory half done. */
export interface StepsBounds {
  /** Of all parties together; one party has one, and its next one begins after that. */
  readonly mostBegun: number;
  /** What had so many slices and is not done is long. */
  readonly shortSlices: number;
  /** More than so many long ones do not go on at a time, so that only they grow large. */
  readonly mostLong: number;
  readonly mostLongOfOrganization: number;
  readonly slice: () => Pick<TimeSlice, 'isOver'>;
}

/** 25 slices are 100 ms of work. */
const usualBounds: StepsBounds = {
  mostBegun: 32,
  shortSlices: 25,
  mostLong: 4,
  mostLongOfOrganization: 2,
  slice: beginSlice,
};

interface Held {
  readonly party: Party;
  readonly wanted: AbortSignal;
  slices: number;
  isLong: boolean;
}

interface Waiting {
  readonly party: Party;
  readonly held: Held;
  readonly goOn: () => void;
}

export function stepsInTurn(asked: Partial<StepsBounds> = {}): StepsInTurn {
  const bounds = { ...usualBounds, ...asked };
  const round = turns<Waiting>();
  const begun = new Set<Held>();
  let isTaken = false;

  const passOn = (): void => {
    if (isTaken) return;
    const first = round.next(({ held }) => mayGoOn(held, begun, bounds));
    if (first === undefined) return;
    isTaken = true;
    first.goOn();
  };
  const giveBack = (): void => {
    isTaken = false;
    passOn();
  };
  const turnOf = (held: Held): Promise<void> => {
    const turn = waitIn(round, held);
    passOn();
    return turn;
  };
  const runFor = async <T>(held: Held, steps: Generator<unknown, T>): Promise<T> => {
    for (;;) {
      await turnOf(held);
      try {
        held.wanted.throwIfAborted();
        held.isLong ||= held.slices >= bounds.shortSlices;
        held.slices += 1;
        const last = stepsOfSlice(steps, bounds.slice());
        if (last !== undefined) return last.value;
      } finally {
        // All else that the process has to do comes before the next slice.
        nextTick().then(giveBack);
      }
    }
  };
  return {
    take: async (party, wanted, work) => {
      const held = { party, wanted, slices: 0, isLong: false };
      await turnOf(held);
      begun.add(held);
      giveBack();
      try {
        return await work((steps) => runFor(held, steps));
      } finally {
        begun.delete(held);
        passOn();
      }
    },
  };
}

/** Waits there until it is let go on, as long as it is wanted. */
function waitIn(round: Turns<Waiting>, held: Held): Promise<void> {
  const { party, wanted } = held;
  return new Promise((resolve, reject) => {
    const leave = () => {
      round.remove(waiting);
      reject(wanted.reason);
    };
    const goOn = () => {
      wanted.removeEventListener('abort', leave);
      resolve();
    };
    const waiting = { party, held, goOn };
    if (wanted.aborted) return reject(wanted.reason);
    wanted.addEventListener('abort', leave, { once: true });
    round.add(waiting);
  });
}

function mayGoOn(held: Held, begun: ReadonlySet<Held>, bounds: StepsBounds): boolean {
  const { organization, caller } = held.party;
  if (!begun.has(held)) {
    const isOfParty = ({ party }: Held) => party.organization === organization && party.caller === caller;
    return begun.size < bounds.mostBegun && ![...begun].some(isOfParty);
  }
  if (held.isLong || held.slices < bounds.shortSlices) return true;
  const long = [...begun].filter(({ isLong }) => isLong);
  const ofOrganization = long.filter(({ party }) => party.organization === organization);
  return long.length < bounds.mostLong && ofOrganization.length < bounds.mostLongOfOrganization;
}
