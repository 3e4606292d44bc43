import type { Kysely } from 'kysely';
import type { App } from '../apps/app.ts';
import { askedScopes, findAskingApp } from '../apps/may-allow.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import type { Call } from '../operation.ts';

type AuthorizationQuery = Call<'getOAuthAuthorization'>['query'];

/** What an app asks a person for, checked. */
export interface Authorization {
  readonly app: App;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | undefined;
  /** The challenge of S256. */
  readonly codeChallenge: string | undefined;
}

/**
 * Reads what an app asks for. Whatever is wrong is told to the person here and to nobody else: no refusal sends
 * them anywhere.
 *
 * @throws ApiError 400
 * @see OAUTH-29…37, rulings H15, B6…B8; RFC 9700, 4.11
 */
export async function readAuthorization(
  database: Kysely<Tables>,
  query: AuthorizationQuery,
): Promise<Authorization> {
  const { client_id: clientId, redirect_uri: redirectUri } = query;
  const app = await findAskingApp(database, { clientId, redirectUri });
  if (query.code_challenge_method !== undefined && query.code_challenge === undefined)
    throw badRequest('A "code_challenge_method" needs a "code_challenge".');
  // What is not UTF-8 has become this character, so it could not come back as it was.
  if (query.state?.includes('\uFFFD')) throw badRequest('"state" is not text in UTF-8.');
  return {
    app,
    redirectUri,
    scopes: askedScopes(app, words(query.scope)),
    state: query.state,
    codeChallenge: query.code_challenge,
  };
}

/** The words of a scope parameter; none where it is left out. */
const words = (scope = ''): readonly string[] => scope.split(/[\s,]+/).filter((word) => word !== '');

/** The address that the person is sent back to with what they allowed. */
export function callbackAddress({ redirectUri, state }: Authorization, code: string): string {
  const parameters = { code, ...(state === undefined ? {} : { state }) };
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return `${redirectUri}${separator}${pairs.join('&')}`;
}

/** What the content security policy calls the place of an address. It knows no hosts of IPv6 and no paths of apps. */
export function placeOf(address: string): string {
  const { protocol, origin, hostname } = new URL(address);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}
