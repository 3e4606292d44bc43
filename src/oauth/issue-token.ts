import type { Kysely } from 'kysely';
import { hashToken } from '../access/token-hash.ts';
import { type App, configurationInForce } from '../apps/app.ts';
import { findApp } from '../apps/apps-store.ts';
import type { Context } from '../context.ts';
import type { OAuthToken } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import type { JsonAnswer } from '../operation.ts';
import { replaceAccessToken } from '../tokens/grants-store.ts';

/** @see OAUTH-52, OAUTH-57 */
const accessTokenSeconds = 90 * 24 * 3600;

/** What a token endpoint answers with. */
export type IssuedToken = Pick<OAuthToken, 'access_token' | 'token_type' | 'expires_in'>;

/**
 * Gives an app its access token for a person, in place of the one before. It holds what was allowed and the app has
 * now, which may be less than it had when it called.
 */
export async function issueAccessToken(
  transaction: Kysely<Tables>,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { app, userId, scopes }: { app: App; userId: string; scopes: readonly string[] },
): Promise<IssuedToken> {
  const value = ids.secret();
  const now = clock.now();
  const { name, scopes: ofApp } = configurationInForce((await findApp(transaction, app.clientId)) ?? app);
  await replaceAccessToken(transaction, {
    id: ids.digits(),
    hash: hashToken(value),
    kind: 'oauth',
    app_id: app.clientId,
    user_id: userId,
    name,
    scopes: JSON.stringify(scopes.filter((scope) => (ofApp as readonly string[]).includes(scope))),
    created_at: now,
    expires_at: now + accessTokenSeconds * 1000,
    last_used_at: null,
  });
  return { access_token: value, token_type: 'bearer', expires_in: accessTokenSeconds };
}

/** Tokens are kept by nobody on the way. @see RFC 6749, 5.1 */
export function tokenAnswer<T extends IssuedToken>(json: T): JsonAnswer<T> {
  return { json, headers: { 'cache-control': 'no-store', pragma: 'no-cache' } };
}
