import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';
import { sessionQuery } from '../../api/session.ts';

export type App = Answer<'GET /workspace/v1/apps'>['apps'][number];

/** The apps of the organization and of its teams; others that the person administers are left out. */
export const organizationAppsQuery = {
  queryKey: ['organization-apps'],
  queryFn: async () => {
    const { organization } = (await queries.ensureQueryData(sessionQuery)).user;
    const { apps } = await callAll('GET /workspace/v1/apps');
    return apps.filter((app) => app.organization === organization);
  },
} as const;

export async function approveApp(clientId: string, approved: boolean): Promise<void> {
  const path = { client_id: clientId };
  await call('PUT /workspace/v1/apps/{client_id}/projects-access', { path, body: { approved } });
  await queries.invalidateQueries(organizationAppsQuery);
}
