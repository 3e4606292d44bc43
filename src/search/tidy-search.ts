import type { Kysely } from 'kysely';
import { beginSlice } from '../content/yielding.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { noteAllUnsearched } from '../files/unsearched-files-store.ts';
import { deleteLeftBlocks, joinWords } from './search-blocks-store.ts';

/** Forgets what was read of files that are gone, and notes files of which programs of before noted nothing. */
export async function tidySearch({ database }: { readonly database: Kysely<Tables> }): Promise<void> {
  while (await inTransaction(database, (transaction) => deleteLeftBlocks(transaction)));
  const slice = beginSlice();
  while (await inTransaction(database, joinWords)) await slice.next();
  await noteAllUnsearched(database);
}
