import type { AnonymousChange } from '../change.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { replaceAppToken } from '../tokens/replace-app-token.ts';
import { type App, configurationInForce } from './app.ts';

/** The token by which an app acts for a person now. */
export interface AccessToken {
  readonly accessToken: string;
  readonly lifeSeconds: number;
}

/** Why an app gets nothing, in a sentence for its developer. */
export interface Refusal {
  readonly refusal: string;
}

/**
 * Gives an app its access token for a person, in place of the one before. It holds what was allowed and the app has
 * now, which may be less than it had when it called.
 */
export async function issueAccessToken(
  change: AnonymousChange,
  { app, userId, scopes }: { readonly app: App; readonly userId: UserId; readonly scopes: readonly string[] },
): Promise<AccessToken> {
  const { name, scopes: ofApp } = configurationInForce(app);
  const kept = scopes.filter((scope) => (ofApp as readonly string[]).includes(scope));
  const issued = await replaceAppToken(change, { appId: app.clientId, userId, name, scopes: kept });
  return { accessToken: issued.value, lifeSeconds: issued.lifeSeconds };
}
