import { isMemberOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { ViewedMirror } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import { freshnessShown } from '../../mirrors/mirror-header.ts';
import type { Viewed } from '../../sites/viewed-pages-store.ts';
import { findUpstreamRow } from '../../upstreams/upstreams-store.ts';

/** How fresh a file is that follows another server, for who reads it by name; from where, for who sees its mirror. */
export async function viewedMirror(
  context: Context,
  { file, role, seesProject, viewer }: Viewed,
): Promise<{ readonly mirror?: ViewedMirror }> {
  if (role === undefined || viewer === undefined || file.mirrorId === null) return {};
  const freshness = await freshnessShown(context, file.key);
  if (freshness === undefined) return {};
  const { shown: state, checkedAt, mirrorId: id, upstreamId } = freshness;
  const mirror = { state, checked_at: checkedAt === null ? null : isoTime(checkedAt) };
  const isMember = viewer.installationAdmin || isMemberOf(viewer, file.organizationId);
  if (seesProject !== true || !isMember) return { mirror };
  const upstream = await findUpstreamRow(context.database, upstreamId);
  return { mirror: { ...mirror, id, ...(upstream === undefined ? {} : { upstream_name: upstream.name }) } };
}
