import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { findToken } from '../../tokens/tokens-store.ts';
import { requireTestMode } from './require-test-mode.ts';

/** Gives a token the plan and the seat that count for it; what is left out is again as it is. */
export const putTokenIdentity: Handler<'putTokenIdentity'> = async ({ path, body }, context) => {
  const { identities } = requireTestMode(context);
  const found = await findToken(context.database, path.token);
  if (found === undefined) throw notFound('Token not found');
  identities.set(found.caller.tokenHash, body);
  return { json: body };
};
