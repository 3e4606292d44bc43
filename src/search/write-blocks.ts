import type { Kysely } from 'kysely';
import { beginSlice } from '../content/yielding.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { unhurried } from '../database/unhurried.ts';
import { joinWords } from './search-blocks-store.ts';

/** What is lost of it is read again: the file is noted until all of it is written. */
export const inTime: typeof inTransaction = (database, work) =>
  unhurried(() => inTransaction(database, work));

/** After some blocks: more than these bring to be put together. */
const mostJoins = 32;

/** Puts the index of words together step by step; others have their turn after each. */
export async function joinSome(database: Kysely<Tables>): Promise<void> {
  const slice = beginSlice();
  for (let joins = 0; joins < mostJoins && (await inTime(database, joinWords)); joins += 1)
    await slice.next();
}
