import type { Change } from '../change.ts';
import type { UpstreamId } from '../contract/branded-ids.ts';
import { findAdministeredUpstream } from './find-upstream.ts';
import { recordUpstream } from './record-upstream.ts';
import { deleteUpstreamRow } from './upstreams-store.ts';

/**
 * Forgets an upstream and its token. What was read from it stays.
 * @throws ApiError 403, 404
 */
export async function deleteUpstream(change: Change, id: UpstreamId): Promise<void> {
  const upstream = await findAdministeredUpstream(change.transaction, change.by, id);
  await deleteUpstreamRow(change.transaction, upstream.id);
  await recordUpstream(change, 'org_upstream_delete', upstream);
}
