import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';
import type { Plan } from '../../api/role-names.ts';
import { organizationQuery } from '../account/account-queries.ts';

export type CountedOrganization = Answer<'GET /workspace/v1/organizations'>['organizations'][number];

/** All organizations of the server, for who administers it. */
export const organizationsQuery = {
  queryKey: ['organizations'],
  queryFn: () => callAll('GET /workspace/v1/organizations'),
} as const;

export const peopleOfQuery = (organization: string) =>
  ({
    queryKey: ['people of organization', organization],
    queryFn: () =>
      callAll('GET /workspace/v1/organizations/{organization_id}/users', {
        path: { organization_id: organization },
      }),
  }) as const;

export async function changeOrganizationOf(id: string, body: { name?: string; plan?: Plan }): Promise<void> {
  await call('PUT /workspace/v1/organizations/{organization_id}', { path: { organization_id: id }, body });
  await Promise.all([
    queries.invalidateQueries(organizationsQuery),
    queries.invalidateQueries(organizationQuery),
  ]);
}
