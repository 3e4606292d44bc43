import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { organizationQuery } from '../account/account-queries.ts';
import { ownOrganization } from './administers-organization.ts';

export const rateLimitsQuery = {
  queryKey: ['rate-limits'],
  queryFn: async () =>
    call('GET /workspace/v1/organizations/{organization_id}/rate-limits', { path: await ownOrganization() }),
} as const;

type Changes = Parameters<typeof call<'PUT /workspace/v1/organizations/{organization_id}'>>[1];

export async function changeOrganization(body: NonNullable<Changes>['body']): Promise<void> {
  const path = await ownOrganization();
  await call('PUT /workspace/v1/organizations/{organization_id}', { path, body });
  await Promise.all([
    queries.invalidateQueries(organizationQuery),
    queries.invalidateQueries(rateLimitsQuery),
  ]);
}
