import { hashToken } from '../access/token-hash.ts';
import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { findAdministeredApp } from './administered-apps-store.ts';
import type { App } from './app.ts';
import { updateApp } from './app-rows-store.ts';
import { recordApp } from './record-app.ts';

/**
 * Gives an app another secret, which is stored nowhere; the one before is refused from then on.
 * @throws ApiError 404
 */
export async function replaceAppSecret(
  change: Change,
  clientId: AppId,
): Promise<{ readonly app: App; readonly secret: string }> {
  const { transaction, by, context } = change;
  const app = await findAdministeredApp(transaction, by, clientId);
  const secret = context.ids.secret();
  await updateApp(transaction, app.clientId, { secretHash: hashToken(secret) });
  await recordApp(change, { type: 'oauth_app_secret_create', app });
  return { app, secret };
}
