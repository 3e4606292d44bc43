import { hashToken } from '../../access/token-hash.ts';
import { changeApp, findAdministeredApp } from '../../apps/administered-apps-store.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

/** Gives an app another secret, for when the one before was lost or seen by others. */
export const replaceAppSecret: Handler<'replaceAppSecret'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    const secret = context.ids.secret();
    await changeApp(transaction, app.clientId, { secret_hash: hashToken(secret) });
    await recordApp(change, { type: 'oauth_app_secret_create', app });
    return { json: { ...appRecord(app), client_secret: secret } };
  });
