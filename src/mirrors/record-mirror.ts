import type { Change } from '../change.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { findOrganization } from '../places/organizations-store.ts';
import { findUpstreamRow, type Upstream } from '../upstreams/upstreams-store.ts';
import type { Mirror } from './mirrors-store.ts';

type MirrorActivity = 'org_mirror_add' | 'org_mirror_pause' | 'org_mirror_resume' | 'org_mirror_detach';

export async function recordMirror(
  change: Change,
  type: MirrorActivity,
  mirror: Mirror,
  of?: Upstream,
): Promise<void> {
  const upstream = of ?? (await findUpstreamRow(change.transaction, mirror.upstreamId));
  const organization = upstream && (await findOrganization(change.transaction, upstream.organizationId));
  if (upstream === undefined || organization === undefined) return;
  const { id: mirror_id, upstreamId: upstream_id, projectId: project_id, kind, elsewhere } = mirror;
  await recordActivity(change, {
    type,
    entity: organizationEntity(organization),
    organizationId: organization.id,
    details: { mirror_id, upstream_id, project_id, kind, elsewhere },
  });
}
