import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { deleteToken } from './store.ts';

/** Ends a token of the caller: the next call with it is refused. @see PAT-09 */
export const revokeToken: Handler<'revokeToken'> = async ({ caller, path }, { database }) => {
  if (!(await deleteToken(database, caller.user.id, path.token_id))) throw notFound('Token not found');
  return { json: { status: 200, error: false } };
};
