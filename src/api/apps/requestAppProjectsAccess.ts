import { changeApp, findAdministeredApp } from '../../apps/administered-apps-store.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

/** Asks the administrators of the organization to open the lists of projects and folders to an app. @see PROJ-06 */
export const requestAppProjectsAccess: Handler<'requestAppProjectsAccess'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    if (app.projectsAccess !== 'none') return { json: appRecord(app) };
    await changeApp(transaction, app.clientId, { projects_access: 'requested' });
    const details = { requested: true };
    await recordApp(change, { type: 'oauth_app_projects_access_change', app, details });
    return { json: appRecord({ ...app, projectsAccess: 'requested' }) };
  });
