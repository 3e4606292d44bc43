import { inTransaction } from '../../database/transaction.ts';
import type { Handler } from '../../operation.ts';
import { findAdministeredApp, removeApp } from './store.ts';

export const deleteApp: Handler<'deleteApp'> = ({ caller, path }, context) =>
  inTransaction(context.database, async (transaction) => {
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    await removeApp(transaction, app.clientId);
    return { json: { status: 200, error: false } };
  });
