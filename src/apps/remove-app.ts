import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { findAdministeredApp } from './administered-apps-store.ts';
import type { App } from './app.ts';
import { deleteApp } from './app-rows-store.ts';
import { recordApp } from './record-app.ts';

/**
 * Takes an app away; its tokens, codes and grants go with it.
 * @throws ApiError 404
 */
export async function removeApp(change: Change, clientId: AppId): Promise<void> {
  const { transaction, by } = change;
  await removeFoundApp(change, await findAdministeredApp(transaction, by, clientId));
}

/** Takes away the apps of a team that is deleted. Whoever asks may do that. */
export async function removeAppsOfTeam(change: Change, apps: readonly App[]): Promise<void> {
  for (const app of apps) await removeFoundApp(change, app);
}

async function removeFoundApp(change: Change, app: App): Promise<void> {
  await deleteApp(change.transaction, app.clientId);
  await recordApp(change, { type: 'oauth_app_delete', app });
}
