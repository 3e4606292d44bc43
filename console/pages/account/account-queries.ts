import { call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';
import { sessionQuery } from '../../api/session.ts';

/** The organization of who is signed in; null for people without one. */
export const organizationQuery = {
  queryKey: ['own-organization'],
  queryFn: async () => {
    const { organization } = (await queries.ensureQueryData(sessionQuery)).user;
    if (organization === null) return null;
    return call('GET /workspace/v1/organizations/{organization_id}', {
      path: { organization_id: organization },
    });
  },
} as const;

export const allowedAppsQuery = {
  queryKey: ['allowed-apps'],
  queryFn: () => callAll('GET /workspace/v1/me/apps'),
} as const;

export const identitiesQuery = {
  queryKey: ['identities'],
  queryFn: () => call('GET /workspace/v1/me/identities'),
} as const;

export async function takeBackApp(clientId: string): Promise<void> {
  await call('DELETE /workspace/v1/me/apps/{client_id}', { path: { client_id: clientId } });
  await queries.invalidateQueries(allowedAppsQuery);
}
