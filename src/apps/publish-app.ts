import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { findAdministeredApp } from './administered-apps-store.ts';
import type { App } from './app.ts';
import { refuseIncomplete } from './app-configuration.ts';
import { updateApp } from './app-rows-store.ts';
import { recordApp } from './record-app.ts';

/**
 * Ends the configuration flow: a private app is published at once, a public one is submitted to its review.
 * @throws ApiError 400, 404
 * @see OAUTH-18, OAUTH-19
 */
export async function publishApp(change: Change, clientId: AppId): Promise<App> {
  const app = await findAdministeredApp(change.transaction, change.by, clientId);
  refuseIncomplete(app.configuration);
  return app.configuration.visibility === 'private' ? openToPlace(change, app) : submit(change, app);
}

async function openToPlace(change: Change, app: App): Promise<App> {
  const state = 'private';
  await updateApp(change.transaction, app.clientId, { state });
  if (app.state !== state) await recordApp(change, { type: 'oauth_app_publish', app, details: { state } });
  return { ...app, state };
}

async function submit(change: Change, app: App): Promise<App> {
  const isApproved = isDeepStrictEqual(app.approved, app.configuration);
  if (isApproved || app.review === 'pending') return app;
  const changes = { review: 'pending', submittedAt: change.at } as const;
  await updateApp(change.transaction, app.clientId, changes);
  const details = { review: changes.review, revision: app.revision };
  await recordApp(change, { type: 'oauth_app_publish', app, details });
  return { ...app, ...changes };
}
