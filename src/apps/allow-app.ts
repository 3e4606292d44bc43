import { hashToken } from '../access/token-hash.ts';
import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { codeLifeMs, insertCode } from './codes-store.ts';
import { askedScopes, findAskingApp, requireMayAllow } from './may-allow.ts';

/** What a person allows which app, and where it is told so. */
export interface Allowance {
  readonly clientId: AppId;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** The challenge of S256. */
  readonly codeChallenge: string | undefined;
}

/**
 * Lets an app act for who says so, once it exchanges the code that is answered.
 * @throws ApiError 400, 403
 * @see OAUTH-39, OAUTH-48
 */
export async function allowApp(change: Change, wanted: Allowance): Promise<string> {
  const { transaction, by, at, context } = change;
  const app = await findAskingApp(transaction, wanted);
  const scopes = askedScopes(app, wanted.scopes);
  await requireMayAllow(transaction, by.user, app);
  const code = context.ids.secret();
  await insertCode(transaction, {
    hash: hashToken(code),
    appId: app.clientId,
    userId: by.user.id,
    scopes,
    redirectUri: wanted.redirectUri,
    codeChallenge: wanted.codeChallenge ?? null,
    expiresAt: at + codeLifeMs,
    usedAt: null,
  });
  return code;
}
