import type { Kysely } from 'kysely';
import { mayAllowApp } from '../access/app-access.ts';
import type { CallerUser } from '../access/caller.ts';
import { type App, configurationInForce } from '../apps/app.ts';
import { findApp, roleInTeamOf } from '../apps/apps-store.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, forbidden } from '../errors.ts';
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
  const app = await findApp(database, query.client_id);
  if (app === undefined) throw badRequest('There is no app with this "client_id".');
  const { redirect_urls, scopes } = configurationInForce(app);
  if (!redirect_urls.includes(query.redirect_uri))
    throw badRequest('This "redirect_uri" is not one of the redirect URLs of the app.');
  if (query.code_challenge_method !== undefined && query.code_challenge === undefined)
    throw badRequest('A "code_challenge_method" needs a "code_challenge".');
  // What is not UTF-8 has become this character, so it could not come back as it was.
  if (query.state?.includes('\uFFFD')) throw badRequest('"state" is not text in UTF-8.');
  return {
    app,
    redirectUri: query.redirect_uri,
    scopes: askedScopes(query.scope, scopes),
    state: query.state,
    codeChallenge: query.code_challenge,
  };
}

function askedScopes(asked: string | undefined, ofApp: readonly string[]): readonly string[] {
  const named = [...new Set((asked ?? '').split(/[\s,]+/).filter((scope) => scope !== ''))];
  const scopes = named.length === 0 ? ofApp : named;
  const refused = scopes.find((scope) => !ofApp.includes(scope));
  if (refused !== undefined)
    throw badRequest(`The app does not have the scope ${JSON.stringify(refused.slice(0, 100))}.`);
  if (scopes.length === 0) throw badRequest('The app has no scopes yet.');
  return scopes;
}

/** @throws ApiError 403 where this person cannot let the app act for them */
export async function requireMayAllow(database: Kysely<Tables>, user: CallerUser, app: App): Promise<void> {
  if (!(await mayAllow(database, user, app)))
    throw forbidden('This app is not open to your account. Whoever made it decides to whom it is.');
}

export async function mayAllow(database: Kysely<Tables>, user: CallerUser, app: App): Promise<boolean> {
  return mayAllowApp(user, app, await roleInTeamOf(database, app, user.id));
}

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
