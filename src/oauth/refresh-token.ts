import { refreshAccessToken } from '../apps/refresh-access-token.ts';
import { inAnonymousChange } from '../change.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { callingApp } from './client-credentials.ts';
import { oauthRefusal } from './oauth-refusal.ts';
import { type PrintedToken, printedToken } from './token-answer.ts';
import { type TokenCall, tokenParameters } from './token-parameters.ts';

/**
 * Replaces the access token. The refresh token stays good, any number of times.
 * @throws ApiError 400, 401
 * @see OAUTH-58…65, A9
 */
export async function refreshToken(call: TokenCall, context: Context): Promise<PrintedToken> {
  const given = tokenParameters(call);
  const app = await callingApp(context.database, call.headers.authorization, given);
  if (app instanceof ApiError) throw app;
  const value = given.refresh_token;
  if (value === undefined) throw oauthRefusal('invalid_request', 'Missing parameter "refresh_token".');
  const outcome = await inAnonymousChange(context, (change) =>
    refreshAccessToken(change, { clientId: app.clientId, refreshToken: value }),
  );
  if ('refusal' in outcome) throw oauthRefusal('invalid_grant', outcome.refusal);
  return printedToken(outcome);
}
