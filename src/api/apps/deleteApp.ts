import { findAdministeredApp, removeApp } from '../../apps/administered-apps-store.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Handler } from '../../operation.ts';

export const deleteApp: Handler<'deleteApp'> = ({ caller, path }, context) =>
  inTransaction(context.database, async (transaction) => {
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    await removeApp(transaction, app.clientId);
    await recordApp(transaction, caller, context, { type: 'oauth_app_delete', app });
    return { json: { status: 200, error: false } };
  });
