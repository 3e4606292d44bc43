import { changeApp, findAdministeredApp } from '../../apps/administered-apps-store.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inChange } from '../../change.ts';
import { forbidden } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { administersOrganization } from '../../places/place-role.ts';
import { appRecord } from './app-record.ts';

/** Whether the lists of projects and folders are open to an app where they need approval. @see PROJ-06 */
export const putAppProjectsAccess: Handler<'putAppProjectsAccess'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    if (!administersOrganization(caller, app.organizationId))
      throw forbidden('Only an administrator of the organization may do this.');
    const projectsAccess = body.approved ? 'approved' : 'none';
    await changeApp(transaction, app.clientId, { projects_access: projectsAccess });
    if (projectsAccess !== app.projectsAccess) {
      const details = { approved: body.approved };
      await recordApp(change, {
        type: 'oauth_app_projects_access_change',
        app,
        details,
      });
    }
    return { json: appRecord({ ...app, projectsAccess }) };
  });
