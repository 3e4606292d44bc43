import { findCallerUser } from '../access/caller-store.ts';
import { hashToken } from '../access/token-hash.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../errors.ts';
import { takeGrant } from '../tokens/grants-store.ts';
import { mayAllow } from './authorization.ts';
import { callingApp } from './client-credentials.ts';
import { type IssuedToken, issueAccessToken } from './issue-token.ts';
import { oauthRefusal } from './oauth-refusal.ts';
import { type TokenCall, tokenParameters } from './token-parameters.ts';

/**
 * Replaces the access token. The refresh token stays good, any number of times.
 * @throws ApiError 400, 401
 * @see OAUTH-58…65, A9
 */
export async function refreshToken(call: TokenCall, context: Context): Promise<IssuedToken> {
  const given = tokenParameters(call);
  const app = await callingApp(context.database, call.headers.authorization, given);
  if (app instanceof ApiError) throw app;
  const value = given.refresh_token;
  if (value === undefined) throw oauthRefusal('invalid_request', 'Missing parameter "refresh_token".');
  return inTransaction(context.database, async (transaction) => {
    const grant = await takeGrant(transaction, hashToken(value));
    const user = grant === undefined ? undefined : await findCallerUser(transaction, grant.user_id);
    const isGood =
      grant?.app_id === app.clientId && user !== undefined && (await mayAllow(transaction, user, app));
    if (!isGood)
      throw oauthRefusal('invalid_grant', 'The refresh token is unknown, revoked or of another app.');
    const scopes = JSON.parse(grant.scopes) as string[];
    return issueAccessToken(transaction, context, { app, userId: user.id, scopes });
  });
}
