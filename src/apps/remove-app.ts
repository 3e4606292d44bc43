import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { findAdministeredApp } from './administered-apps-store.ts';
import { deleteApp } from './app-rows-store.ts';
import { recordApp } from './record-app.ts';

/**
 * Takes an app away; its tokens, codes and grants go with it.
 * @throws ApiError 404
 */
export async function removeApp(change: Change, clientId: AppId): Promise<void> {
  const { transaction, by } = change;
  const app = await findAdministeredApp(transaction, by, clientId);
  await deleteApp(transaction, app.clientId);
  await recordApp(change, { type: 'oauth_app_delete', app });
}
