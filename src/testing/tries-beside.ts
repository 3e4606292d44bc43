import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';

/** A change in two parts, so that others can come between. */
export interface ReadAndWrite {
  readonly read: (transaction: Transaction<Tables>) => Promise<unknown>;
  readonly write: (transaction: Transaction<Tables>) => Promise<unknown>;
}

/** Makes changes beside one another on PostgreSQL, none of which writes before all have read; how often each was tried. */
export async function triesBeside(
  database: Kysely<Tables>,
  changes: readonly ReadAndWrite[],
): Promise<number[]> {
  const { promise: allHaveRead, resolve } = Promise.withResolvers<void>();
  let reading = changes.length;
  const made = changes.map(async ({ read, write }) => {
    let tries = 0;
    await inTransaction(database, async (transaction) => {
      tries += 1;
      await read(transaction);
      reading -= 1;
      if (reading === 0) resolve();
      await allHaveRead;
      await write(transaction);
    });
    return tries;
  });
  return Promise.all(made);
}
