import type { Handler } from '../operation.ts';
import { exchangeCode } from './exchange-code.ts';
import { oauthRefusal } from './oauth-refusal.ts';
import { refreshToken } from './refresh-token.ts';
import { tokenAnswer } from './token-answer.ts';
import { tokenParameters } from './token-parameters.ts';

/** @see OAUTH-42…58 */
export const postOAuthToken: Handler<'postOAuthToken'> = async (call, context) => {
  const { grant_type: type } = tokenParameters(call);
  if (type === 'authorization_code') return tokenAnswer(await exchangeCode(call, context));
  if (type === 'refresh_token') return tokenAnswer(await refreshToken(call, context));
  if (type === undefined) throw oauthRefusal('invalid_request', 'Missing parameter "grant_type".');
  throw oauthRefusal('unsupported_grant_type', '"grant_type" is authorization_code or refresh_token.');
};
