import { inTransaction } from '../../database/transaction.ts';
import type { Handler } from '../../operation.ts';
import { recordApp } from './record-app.ts';
import { findAdministeredApp, removeApp } from './store.ts';

export const deleteApp: Handler<'deleteApp'> = ({ caller, path }, context) =>
  inTransaction(context.database, async (transaction) => {
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    await removeApp(transaction, app.clientId);
    await recordApp(transaction, caller, context, { type: 'oauth_app_delete', app });
    return { json: { status: 200, error: false } };
  });
