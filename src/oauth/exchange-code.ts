import { type Exchanged, exchangeCode as exchange } from '../apps/exchange-code.ts';
import { inAnonymousChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { OAuthToken } from '../contract/contract.ts';
import { ApiError } from '../errors.ts';
import { callingApp } from './client-credentials.ts';
import { oauthRefusal } from './oauth-refusal.ts';
import { printedToken } from './token-answer.ts';
import { type TokenCall, tokenParameters } from './token-parameters.ts';

/**
 * Gives tokens for a code. Whatever is wrong with a try, the code is looked up, so that it is burnt.
 * @throws ApiError 400
 * @see OAUTH-42…57, B4
 */
export async function exchangeCode(call: TokenCall, context: Context): Promise<OAuthToken> {
  const given = tokenParameters(call);
  const caller = await callingApp(context.database, call.headers.authorization, given);
  if (caller instanceof ApiError) throw new ApiError(400, caller.message, { code: caller.code ?? '' });
  const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = given;
  if (code === undefined) throw missing('code');
  const outcome = await inAnonymousChange(context, (change) =>
    exchange(change, { clientId: caller.clientId, code, redirectUri, codeVerifier }),
  );
  if (redirectUri === undefined) throw missing('redirect_uri');
  if ('refusal' in outcome) throw oauthRefusal('invalid_grant', outcome.refusal);
  return { ...userIds(outcome), ...printedToken(outcome), refresh_token: outcome.refreshToken };
}

const missing = (name: string): ApiError => oauthRefusal('invalid_request', `Missing parameter "${name}".`);

/** The number is left out where it would not be exact: it would be somebody else's. @see OAUTH-54…56 */
function userIds({ userId: id }: Exchanged): Pick<OAuthToken, 'user_id_string' | 'user_id'> {
  const number = Number(id);
  return {
    user_id_string: id,
    ...(String(number) === id && Number.isSafeInteger(number) ? { user_id: number } : {}),
  };
}
