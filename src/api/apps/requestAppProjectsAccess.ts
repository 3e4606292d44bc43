import { changeApp, findAdministeredApp } from '../../apps/administered-apps-store.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

/** Asks the administrators of the organization to open the lists of projects and folders to an app. @see PROJ-06 */
export const requestAppProjectsAccess: Handler<'requestAppProjectsAccess'> = ({ caller, path }, context) =>
  inTransaction(context.database, async (transaction) => {
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    if (app.projectsAccess !== 'none') return { json: appRecord(app) };
    await changeApp(transaction, app.clientId, { projects_access: 'requested' });
    const details = { requested: true };
    await recordApp(transaction, caller, context, { type: 'oauth_app_projects_access_change', app, details });
    return { json: appRecord({ ...app, projectsAccess: 'requested' }) };
  });
