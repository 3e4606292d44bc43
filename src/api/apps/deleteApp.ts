import { findAdministeredApp, removeApp } from '../../apps/administered-apps-store.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';

export const deleteApp: Handler<'deleteApp'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    await removeApp(transaction, app.clientId);
    await recordApp(change, { type: 'oauth_app_delete', app });
    return { json: { status: 200, error: false } };
  });
