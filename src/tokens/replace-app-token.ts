import type { AnonymousChange } from '../change.ts';
import type { AppId, UserId } from '../contract/branded-ids.ts';
import { newToken, storeToken } from './create-token.ts';
import { deleteTokensOfApp } from './tokens-of-apps-store.ts';

/** @see OAUTH-52, OAUTH-57 */
const lifeSeconds = 90 * 24 * 3600;

/** By which app somebody is acted for, and what it is called. */
interface AppToken {
  readonly appId: AppId;
  readonly userId: UserId;
  readonly name: string;
  readonly scopes: readonly string[];
}

/**
 * Makes the one access token by which an app acts for a person; the one before is refused from now on. Nobody is
 * told: apps call for it themselves, again and again.
 *
 * @see OAUTH-62
 */
export async function replaceAppToken(
  change: AnonymousChange,
  { appId, userId, name, scopes }: AppToken,
): Promise<{ readonly value: string; readonly lifeSeconds: number }> {
  const value = change.context.ids.secret();
  const token = newToken(change, { name, scopes, seconds: lifeSeconds });
  await deleteTokensOfApp(change.transaction, appId, userId);
  const owner = { kind: 'oauth', appId, userId, organizationId: null } as const;
  await storeToken(change, { ...owner, token, value });
  return { value, lifeSeconds };
}
