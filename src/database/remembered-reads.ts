import type { Kysely } from 'kysely';
import { askedTogether, type Find } from './asked-together.ts';
import { changeCount } from './change-count.ts';
import { committedState } from './committed-state.ts';
import type { Tables } from './tables.ts';

const mostRemembered = 1000;
/** What one answer from memory saves, in questions about what was committed. */
const savedByHit = 4;
const mostCredit = 64;
/** After so many questions without a look it is tried again whether looks pay. */
const restingReads = 100;
const newCredit = 8;

/** What was found while the database was in one state. */
interface Memory<Found> {
  at: number | string | undefined;
  found: Map<string, Found>;
  /** Falls with each look at the state that was in vain: where much is written, looking does not pay. */
  credit: number;
  rested: number;
}

/**
 * Finds the same, from memory while nothing was committed since it was read. For what every request asks: it takes
 * less than a database that has to be asked. The embedded one says by itself whether something was committed,
 * PostgreSQL is asked that, by one short question for all who come meanwhile.
 * What is found is shared, so nobody may change it.
 */
export function remembered<Names extends readonly string[], Found>(
  find: Find<Names, Found>,
): Find<Names, Found> {
  const together = askedTogether(find);
  const memories = new WeakMap<Kysely<Tables>, Memory<Found>>();
  return async (database, ...names) => {
    if (database.isTransaction) return find(database, ...names);
    const memory = memories.get(database) ?? emptyMemory<Found>();
    memories.set(database, memory);
    const key = names.join('\0');
    const count = changeCount(database);
    if (count !== undefined) return recall(memory, count, key, () => find(database, ...names));
    const ask = () => together(database, ...names);
    const state = isWorthALook(memory) ? await committedState(database) : undefined;
    return state === undefined ? ask() : recall(memory, state, key, ask);
  };
}

const emptyMemory = <Found>(): Memory<Found> => ({
  at: undefined,
  found: new Map(),
  credit: mostCredit,
  rested: 0,
});

/** What was read after that state holds for as long as the state is the same. */
async function recall<Found>(
  memory: Memory<Found>,
  at: Memory<Found>['at'],
  key: string,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (memory.at !== at || memory.found.size >= mostRemembered) {
    memory.at = at;
    memory.found = new Map();
  }
  const { found: ofState } = memory;
  const known = ofState.get(key);
  memory.credit = known === undefined ? memory.credit - 1 : Math.min(mostCredit, memory.credit + savedByHit);
  if (known !== undefined) return known;
  const found = await find();
  if (found !== undefined) ofState.set(key, found);
  return found;
}

function isWorthALook<Found>(memory: Memory<Found>): boolean {
  if (memory.credit > 0) return true;
  memory.rested += 1;
  if (memory.rested <= restingReads) return false;
  memory.rested = 0;
  memory.credit = newCredit;
  return true;
}
