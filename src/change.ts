import type { Kysely } from 'kysely';
import type { Caller } from './access/caller.ts';
import { requireStanding } from './access/standing-store.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Tables } from './database/tables.ts';
import { inTransaction } from './database/transaction.ts';

/**
 * One thing that somebody does to what is stored: who, when, in which transaction, with which ids. Whatever writes a
 * noun's rows takes it, so that nothing is written that nobody did.
 */
export interface Change {
  readonly transaction: Kysely<Tables>;
  readonly by: Caller;
  /** Milliseconds since 1970: the same moment for everything that the change writes. */
  readonly at: number;
  readonly context: Context;
  /** False for state that is brought from outside, as by a workspace file: no log and no webhook is told of it. */
  readonly isTold: boolean;
}

/** A change by somebody whom neither a token nor a session names: who signs in, joins, or comes with a link or a code. */
export type AnonymousChange = Omit<Change, 'by'>;

/** What there is to know of a change where rows are written and nothing is told: in which transaction, and when. */
export type WritingChange = Pick<Change, 'transaction' | 'at'>;

/** A change that may be made before the server is built, as the first start makes it. */
export interface EarlyChange extends Omit<Change, 'context'> {
  readonly context: Pick<Context, 'ids'> & { readonly config: Pick<Config, 'defaultPlan'> };
}

/**
 * Makes a change whole or not at all, by who may still make it. The work may be run again from its start, so it does
 * nothing that outlives its transaction but what it returns.
 *
 * @param context whose database may be a transaction, which the change then joins
 * @throws ApiError 403
 */
export function inChange<T>(
  context: Context,
  by: Caller,
  work: (change: Change) => Promise<T>,
  { isTold = true }: { readonly isTold?: boolean } = {},
): Promise<T> {
  return inTransaction(context.database, async (transaction) => {
    const at = context.clock.now();
    await requireStanding({ transaction, by, at, context });
    return work({ transaction, by, at, context, isTold });
  });
}

/** The same of a change by somebody who is not known yet. */
export function inAnonymousChange<T>(
  context: Context,
  work: (change: AnonymousChange) => Promise<T>,
): Promise<T> {
  return inTransaction(context.database, (transaction) =>
    work({ transaction, at: context.clock.now(), context, isTold: true }),
  );
}
