import { findCallerUser } from '../access/caller-store.ts';
import { hashToken } from '../access/token-hash.ts';
import type { AnonymousChange } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { findApp } from './apps-store.ts';
import { takeGrant } from './grants-store.ts';
import { type AccessToken, issueAccessToken, type Refusal } from './issue-access-token.ts';
import { mayAllow } from './may-allow.ts';

/**
 * Replaces the access token by which an app acts for a person. The refresh token stays good, any number of times.
 * @see OAUTH-58…65, A9
 */
export async function refreshAccessToken(
  change: AnonymousChange,
  { clientId, refreshToken }: { readonly clientId: AppId; readonly refreshToken: string },
): Promise<AccessToken | Refusal> {
  const { transaction } = change;
  const grant = await takeGrant(transaction, hashToken(refreshToken));
  const app = grant?.appId === clientId ? await findApp(transaction, clientId) : undefined;
  const user = grant === undefined ? undefined : await findCallerUser(transaction, grant.userId);
  const isGood =
    grant !== undefined &&
    app !== undefined &&
    user !== undefined &&
    (await mayAllow(transaction, user, app));
  if (!isGood) return { refusal: 'The refresh token is unknown, revoked or of another app.' };
  return issueAccessToken(change, { app, userId: user.id, scopes: grant.scopes });
}
