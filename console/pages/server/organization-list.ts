import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { tellDone } from '../../api/last-done.ts';
import { queries } from '../../api/queries.ts';
import { toldAt } from '../../api/refusals.ts';
import type { Plan } from '../../api/role-names.ts';
import { organizationQuery } from '../account/account-queries.ts';
import type { InviteWriter } from '../people/people-queries.ts';

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

export async function makeOrganization(body: { name: string; plan: Plan }): Promise<void> {
  const { name } = await call('POST /workspace/v1/organizations', { body });
  tellDone({ words: `The organization “${name}” is created.` });
  await queries.invalidateQueries(organizationsQuery);
}

/** Invites somebody into any organization of the server. */
export const inviteInto =
  (organization: string): InviteWriter =>
  (body) =>
    call('POST /workspace/v1/organizations/{organization_id}/invitations', {
      path: { organization_id: organization },
      body,
    }).catch(toldAt('email', 409));

export async function changeOrganizationOf(id: string, body: { name?: string; plan?: Plan }): Promise<void> {
  await call('PUT /workspace/v1/organizations/{organization_id}', { path: { organization_id: id }, body });
  await Promise.all([
    queries.invalidateQueries(organizationsQuery),
    queries.invalidateQueries(organizationQuery),
  ]);
}
