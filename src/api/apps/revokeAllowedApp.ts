import { inTransaction } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { takeBackAllowance } from '../../tokens/grants-store.ts';

/** Takes back what the caller allowed an app: its tokens and codes are refused from then on. */
export const revokeAllowedApp: Handler<'revokeAllowedApp'> = ({ caller, path }, context) =>
  inTransaction(context.database, async (transaction) => {
    if (!(await takeBackAllowance(transaction, path.client_id, caller.user.id)))
      throw notFound('App not found');
    return { json: { status: 200, error: false } };
  });
