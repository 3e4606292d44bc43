import { findCallerUser } from '../access/caller-store.ts';
import { hashToken } from '../access/token-hash.ts';
import type { AnonymousChange } from '../change.ts';
import type { AppId, UserId } from '../contract/branded-ids.ts';
import { type App, configurationInForce } from './app.ts';
import { findApp } from './apps-store.ts';
import { isVerified } from './code-verifier.ts';
import { burnCode, type Code } from './codes-store.ts';
import { endGrantOfCode } from './end-grants.ts';
import { putGrant } from './grants-store.ts';
import { type AccessToken, issueAccessToken, type Refusal } from './issue-access-token.ts';
import { mayAllow } from './may-allow.ts';

/** A code as an app brings it. */
export interface BroughtCode {
  readonly clientId: AppId;
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
}

/** Tokens that are given for a code, and for whom. */
export interface Exchanged extends AccessToken {
  readonly userId: UserId;
  readonly refreshToken: string;
}

/**
 * Gives an app tokens for a code. Each try of the code's own app burns it, also one that fails; a code that comes
 * twice from it ends the tokens that were given for it, since one of the two who had it stole it. Nobody else
 * changes anything. A refusal is an answer: thrown, it would take back what was burnt.
 *
 * @see OAUTH-42…57, B4, ruling H32; RFC 9700, 2.1.1 and 4.5
 */
export async function exchangeCode(
  change: AnonymousChange,
  brought: BroughtCode,
): Promise<Exchanged | Refusal> {
  const { transaction, context, at } = change;
  const { clientId } = brought;
  const code = await burnCode(change, { appId: clientId, hash: hashToken(brought.code) });
  if (code !== undefined && code.usedAt !== null) {
    const isEnded = await endGrantOfCode(transaction, code.hash);
    context.log.warn({ clientId, isEnded }, 'an authorization code came a second time');
  }
  const app = await findApp(transaction, clientId);
  if (app === undefined || code === undefined || code.usedAt !== null || code.expiresAt <= at)
    return { refusal: 'The code is unknown, expired, used or of another app.' };
  const problem = problemOf(code, app, brought);
  return problem === undefined ? give(change, code, app) : { refusal: problem };
}

/** Why an app gets nothing for a code that is good. */
function problemOf(code: Code, app: App, { redirectUri, codeVerifier }: BroughtCode): string | undefined {
  if (redirectUri !== code.redirectUri) return 'The "redirect_uri" is not the one of the authorization page.';
  if (!configurationInForce(app).redirect_urls.includes(redirectUri))
    return 'The "redirect_uri" is a redirect URL of the app no more.';
  return isVerified(code.codeChallenge, codeVerifier)
    ? undefined
    : 'The "code_verifier" does not fit the "code_challenge".';
}

async function give(change: AnonymousChange, code: Code, app: App): Promise<Exchanged | Refusal> {
  const { transaction, context, at } = change;
  const { userId, scopes } = code;
  const user = await findCallerUser(transaction, userId);
  if (user === undefined || !(await mayAllow(transaction, user, app)))
    return { refusal: 'The app is no longer open to who allowed it.' };
  const refreshToken = context.ids.secret();
  await putGrant(transaction, {
    appId: app.clientId,
    userId,
    refreshHash: hashToken(refreshToken),
    scopes,
    codeHash: code.hash,
    createdAt: at,
  });
  const issued = await issueAccessToken(change, { app, userId, scopes });
  return { ...issued, userId, refreshToken };
}
