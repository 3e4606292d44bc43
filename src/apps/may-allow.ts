import type { Kysely } from 'kysely';
import { mayAllowApp } from '../access/app-access.ts';
import type { CallerUser } from '../access/caller.ts';
import type { AppId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, forbidden } from '../errors.ts';
import { type App, configurationInForce } from './app.ts';
import { findApp, roleInTeamOf } from './apps-store.ts';

export async function mayAllow(database: Kysely<Tables>, user: CallerUser, app: App): Promise<boolean> {
  return mayAllowApp(user, app, await roleInTeamOf(database, app, user.id));
}

/** @throws ApiError 403 where this person cannot let the app act for them */
export async function requireMayAllow(database: Kysely<Tables>, user: CallerUser, app: App): Promise<void> {
  if (!(await mayAllow(database, user, app)))
    throw forbidden('This app is not open to your account. Whoever made it decides to whom it is.');
}

/**
 * The app that asks to be told at an address, where it is one of its own.
 * @throws ApiError 400
 */
export async function findAskingApp(
  database: Kysely<Tables>,
  { clientId, redirectUri }: { readonly clientId: AppId; readonly redirectUri: string },
): Promise<App> {
  const app = await findApp(database, clientId);
  if (app === undefined) throw badRequest('There is no app with this "client_id".');
  if (!configurationInForce(app).redirect_urls.includes(redirectUri))
    throw badRequest('This "redirect_uri" is not one of the redirect URLs of the app.');
  return app;
}

/**
 * The scopes that an app asks for: all of its own, where it names none.
 * @throws ApiError 400
 */
export function askedScopes(app: App, named: readonly string[]): readonly string[] {
  const ofApp: readonly string[] = configurationInForce(app).scopes;
  const scopes = named.length === 0 ? ofApp : [...new Set(named)];
  const refused = scopes.find((scope) => !ofApp.includes(scope));
  if (refused !== undefined)
    throw badRequest(`The app does not have the scope ${JSON.stringify(refused.slice(0, 100))}.`);
  if (scopes.length === 0) throw badRequest('The app has no scopes yet.');
  return scopes;
}
