import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { createToken as create, prepareToken } from '../../tokens/create-token.ts';
import { tokenRecord } from './token-record.ts';

/** Makes a token that acts as the caller. Its value is in this answer and nowhere after. */
export const createToken: Handler<'createToken'> = async ({ caller, body }, context) => {
  const { name, scopes, expires_in: seconds, exploration: isForExploration } = body;
  const wanted = { name, scopes, seconds, isForExploration };
  const counted = await prepareToken(context, caller, wanted);
  const { token, value } = await inChange(context, caller, (change) => create(change, wanted, counted));
  return { json: { ...tokenRecord(token), token: value } };
};
