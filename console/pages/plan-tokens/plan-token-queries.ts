import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';
import { ownOrganization } from '../organization/administers-organization.ts';

export type PlanToken = Answer<'GET /workspace/v1/organizations/{organization_id}/tokens'>['tokens'][number];
export type MadePlanToken = Answer<'POST /workspace/v1/organizations/{organization_id}/tokens'>;

/** What plan access tokens open; the other scopes of the interface do nothing for them. */
export const planScopes = ['org:developer_log_read', 'org:ai_metering_usage_read'] as const;

export const planTokensQuery = {
  queryKey: ['plan-tokens'],
  queryFn: async () =>
    callAll('GET /workspace/v1/organizations/{organization_id}/tokens', { path: await ownOrganization() }),
} as const;

interface Asked {
  readonly name: string;
  readonly scopes: (typeof planScopes)[number][];
  /** Seconds. */
  readonly expires_in: number;
}

export async function makePlanToken(body: Asked): Promise<MadePlanToken> {
  const path = await ownOrganization();
  const made = await call('POST /workspace/v1/organizations/{organization_id}/tokens', { path, body });
  await queries.invalidateQueries(planTokensQuery);
  return made;
}

export async function revokePlanToken(id: string): Promise<void> {
  const path = { ...(await ownOrganization()), token_id: id };
  await call('DELETE /workspace/v1/organizations/{organization_id}/tokens/{token_id}', { path });
  await queries.invalidateQueries(planTokensQuery);
}
