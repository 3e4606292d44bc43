import type { Change } from '../change.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { findOrganization } from '../places/organizations-store.ts';
import type { Upstream } from './upstreams-store.ts';

export async function recordUpstream(
  change: Change,
  type: 'org_upstream_add' | 'org_upstream_change' | 'org_upstream_delete',
  { id, name, baseUrl, organizationId }: Upstream,
): Promise<void> {
  const organization = await findOrganization(change.transaction, organizationId);
  if (organization === undefined) return;
  await recordActivity(change, {
    type,
    entity: organizationEntity(organization),
    organizationId,
    details: { upstream_id: id, name, base_url: baseUrl },
  });
}
