import type { Kysely } from 'kysely';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';

/**
 * Who changes variables: by a change that is under way, or by one that begins when the work is done. Most work takes
 * too long to be done in a transaction.
 */
export interface VariablesChanger
  extends Pick<Change, 'context' | 'by'>,
    Partial<Pick<Change, 'transaction' | 'at' | 'isTold'>> {}

/** Everything as it stands in the change that is under way, where one is. */
export const contextOf = ({ context, transaction }: VariablesChanger): Context =>
  transaction === undefined ? context : { ...context, database: transaction };

export const changeOf = (
  { context, by, at = context.clock.now(), isTold = true }: VariablesChanger,
  transaction: Kysely<Tables>,
): Change => ({ transaction, by, at, context, isTold });
