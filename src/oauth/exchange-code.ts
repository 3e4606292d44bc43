import { createHash, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { findCallerUser } from '../access/caller-store.ts';
import { hashToken } from '../access/token-hash.ts';
import { type App, configurationInForce } from '../apps/app.ts';
import { findApp } from '../apps/apps-store.ts';
import type { Context } from '../context.ts';
import type { OAuthToken } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../errors.ts';
import { burnCode, type CodeRow } from '../tokens/codes-store.ts';
import { endGrantOfCode, putGrant } from '../tokens/grants-store.ts';
import { mayAllow } from './authorization.ts';
import { callingApp } from './client-credentials.ts';
import { issueAccessToken } from './issue-token.ts';
import { oauthRefusal } from './oauth-refusal.ts';
import { type TokenCall, tokenParameters } from './token-parameters.ts';

type Given = ReturnType<typeof tokenParameters>;

/**
 * Gives tokens for a code. Each try of the code's own app burns it, also one that fails; a code that comes twice
 * from it ends the tokens that were given for it, since one of the two who had it stole it. Nobody else changes
 * anything.
 *
 * @throws ApiError 400
 * @see OAUTH-42…57, B4, ruling H32; RFC 9700, 2.1.1 and 4.5
 */
export async function exchangeCode(call: TokenCall, context: Context): Promise<OAuthToken> {
  const given = tokenParameters(call);
  const { database } = context;
  const caller = await callingApp(database, call.headers.authorization, given);
  if (caller instanceof ApiError) throw new ApiError(400, caller.message, { code: caller.code ?? '' });
  if (given.code === undefined) throw missing('code');
  const hash = hashToken(given.code);
  // A refusal is an answer of the transaction: thrown, it would take back what was burnt.
  const answer = await inTransaction(database, async (transaction) => {
    const now = context.clock.now();
    const code = await burnCode(transaction, { appId: caller.clientId, hash, now });
    if (code !== undefined && code.used_at !== null) {
      const isEnded = await endGrantOfCode(transaction, hash);
      context.log.warn({ clientId: caller.clientId, isEnded }, 'an authorization code came a second time');
    }
    const app = (await findApp(transaction, caller.clientId)) ?? caller;
    return codeProblem(code, app, given, now) ?? give(transaction, context, code, app);
  });
  if (answer instanceof ApiError) throw answer;
  return answer;
}

const missing = (name: string): ApiError => oauthRefusal('invalid_request', `Missing parameter "${name}".`);

/** Why an app gets nothing for a code. One sentence for all about the code itself: it helps nobody to tell which. */
function codeProblem(code: CodeRow | undefined, app: App, given: Given, now: number): ApiError | undefined {
  if (given.redirect_uri === undefined) return missing('redirect_uri');
  if (code === undefined || code.used_at !== null || code.expires_at <= now)
    return oauthRefusal('invalid_grant', 'The code is unknown, expired, used or of another app.');
  if (given.redirect_uri !== code.redirect_uri)
    return oauthRefusal('invalid_grant', 'The "redirect_uri" is not the one of the authorization page.');
  if (!configurationInForce(app).redirect_urls.includes(given.redirect_uri))
    return oauthRefusal('invalid_grant', 'The "redirect_uri" is a redirect URL of the app no more.');
  if (!isVerified(code.code_challenge, given.code_verifier))
    return oauthRefusal('invalid_grant', 'The "code_verifier" does not fit the "code_challenge".');
  return undefined;
}

const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;

/** @see RFC 7636, 4.6; a verifier without a challenge is one that somebody took the challenge from: RFC 9700, 4.8.2 */
function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  if (!verifierForm.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}

async function give(
  transaction: Kysely<Tables>,
  context: Context,
  code: CodeRow | undefined,
  app: App,
): Promise<OAuthToken | ApiError> {
  const user = code === undefined ? undefined : await findCallerUser(transaction, code.user_id);
  if (code === undefined || user === undefined || !(await mayAllow(transaction, user, app)))
    return oauthRefusal('invalid_grant', 'The app is no longer open to who allowed it.');
  const refreshToken = context.ids.secret();
  await putGrant(transaction, {
    app_id: app.clientId,
    user_id: user.id,
    refresh_hash: hashToken(refreshToken),
    scopes: code.scopes,
    code_hash: code.hash,
    created_at: context.clock.now(),
  });
  const scopes = JSON.parse(code.scopes) as string[];
  const issued = await issueAccessToken(transaction, context, { app, userId: user.id, scopes });
  return { ...userIds(user.id), ...issued, refresh_token: refreshToken };
}

/** The number is left out where it would not be exact: it would be somebody else's. @see OAUTH-54…56 */
function userIds(id: string): Pick<OAuthToken, 'user_id_string' | 'user_id'> {
  const number = Number(id);
  return {
    user_id_string: id,
    ...(String(number) === id && Number.isSafeInteger(number) ? { user_id: number } : {}),
  };
}
