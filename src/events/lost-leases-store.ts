import type { ExpressionBuilder, Kysely, SqlBool, Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { inReadCommitted } from '../database/transaction.ts';

/** Leases of processes that serve together begin with whose they are. */
export const leaseOf = (processId: string, id: string): string => `${processId}.${id}`;

/** Whose leases end: all there are, those of one process, or those of all but some. */
export type Lost = 'all' | { readonly of: string } | { readonly exceptOf: readonly string[] };

/**
 * Makes due again what a process was sending when it ended; its attempts say so. They do not count as failures.
 * An outcome that comes later changes nothing, since its lease is gone.
 */
export async function takeBackLost(database: Kysely<Tables>, now: number, lost: Lost): Promise<void> {
  if (database.isTransaction) return takeBack(database as Transaction<Tables>, now, lost);
  await inReadCommitted(database, (transaction) => takeBack(transaction, now, lost));
}

async function takeBack(transaction: Transaction<Tables>, now: number, lost: Lost): Promise<void> {
  const ids = transaction
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('lease', 'is not', null)
    .where((term) => isLost(term, lost));
  await transaction
    .updateTable('delivery_attempts')
    .set({ error: 'The server stopped before an answer was known; the request is repeated.' })
    .where('delivery_id', 'in', ids)
    .where('received_at', 'is', null)
    .execute();
  await transaction
    .updateTable('deliveries')
    .set({ lease: null, next_attempt_at: now })
    .where('state', '=', 'waiting')
    .where('lease', 'is not', null)
    .where((term) => isLost(term, lost))
    .execute();
}

function isLost(term: ExpressionBuilder<Tables, 'deliveries'>, lost: Lost) {
  if (lost === 'all') return term.lit<SqlBool>(true);
  const isOf = (processId: string) => term('lease', 'like', leaseOf(processId, '%'));
  if ('of' in lost) return isOf(lost.of);
  return term.not(term.or(lost.exceptOf.map(isOf)));
}

/** Whether something is leased by a process that is not among these, so that a look costs one statement where all live. */
export async function isAnyLost(database: Kysely<Tables>, living: readonly string[]): Promise<boolean> {
  const row = await database
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('lease', 'is not', null)
    .where((term) => isLost(term, { exceptOf: living }))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any process is sending something. */
export async function isAnyUnderWay(database: Kysely<Tables>): Promise<boolean> {
  const row = await database
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('lease', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
