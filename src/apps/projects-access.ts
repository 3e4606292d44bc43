import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { forbidden } from '../errors.ts';
import { administersOrganization } from '../places/place-role.ts';
import { findAdministeredApp } from './administered-apps-store.ts';
import type { App } from './app.ts';
import { updateApp } from './app-rows-store.ts';
import { recordApp } from './record-app.ts';

/**
 * Asks the administrators of the organization to open the lists of projects and folders to an app.
 * @throws ApiError 404
 * @see PROJ-06
 */
export async function requestAppProjectsAccess(change: Change, clientId: AppId): Promise<App> {
  const { transaction, by } = change;
  const app = await findAdministeredApp(transaction, by, clientId);
  if (app.projectsAccess !== 'none') return app;
  await updateApp(transaction, app.clientId, { projectsAccess: 'requested' });
  await recordAccess(change, app, { requested: true });
  return { ...app, projectsAccess: 'requested' };
}

/**
 * Says whether the lists of projects and folders are open to an app where they need approval.
 * @throws ApiError 403, 404
 * @see PROJ-06
 */
export async function putAppProjectsAccess(
  change: Change,
  { clientId, approved }: { readonly clientId: AppId; readonly approved: boolean },
): Promise<App> {
  const { transaction, by } = change;
  const app = await findAdministeredApp(transaction, by, clientId);
  if (!administersOrganization(by, app.organizationId))
    throw forbidden('Only an administrator of the organization may do this.');
  const projectsAccess = approved ? 'approved' : 'none';
  await updateApp(transaction, app.clientId, { projectsAccess });
  if (projectsAccess !== app.projectsAccess) await recordAccess(change, app, { approved });
  return { ...app, projectsAccess };
}

const recordAccess = (change: Change, app: App, details: object): Promise<void> =>
  recordApp(change, { type: 'oauth_app_projects_access_change', app, details });
