import { AsyncResource } from 'node:async_hooks';
import { type Party, turns } from './turns.ts';

/** Does work for somebody when their turn has come. */
export type InTurn = <T>(party: Party, work: () => Promise<T>) => Promise<T>;

/** One piece of work at a time: organizations take turns, and in each of them its callers. */
export function oneByOne(): InTurn {
  const round = turns<{ readonly party: Party; readonly begin: () => Promise<void> }>();
  let isBusy = false;
  const next = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let turn = round.next(() => true); turn !== undefined; turn = round.next(() => true))
      await turn.begin();
    isBusy = false;
  };
  return (party, work) =>
    new Promise((resolve, reject) => {
      // What is known of a request belongs to the work of that request, whoever's turn it begins in.
      const begin = AsyncResource.bind(() => work().then(resolve, reject));
      round.add({ party, begin });
      next();
    });
}

/** The same for each of many things: work on one waits for none on another. */
export function oneByOneOfEach<Key>(): <T>(key: Key, party: Party, work: () => Promise<T>) => Promise<T> {
  const rounds = new Map<Key, { readonly inTurn: InTurn; waiting: number }>();
  return async (key, party, work) => {
    const round = rounds.get(key) ?? { inTurn: oneByOne(), waiting: 0 };
    rounds.set(key, round);
    round.waiting += 1;
    try {
      return await round.inTurn(party, work);
    } finally {
      round.waiting -= 1;
      if (round.waiting === 0) rounds.delete(key);
    }
  };
}
