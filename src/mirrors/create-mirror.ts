import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { mirrorIdOf, type ProjectId, type UpstreamId } from '../contract/branded-ids.ts';
import { type ApiError, conflict } from '../errors.ts';
import { updateFile } from '../files/file-rows-store.ts';
import { findEditableFile, visibleFile } from '../files/visible-file-store.ts';
import { findUpstream } from '../upstreams/find-upstream.ts';
import { keptKey } from '../upstreams/kept-ids.ts';
import { requireOwnProject } from '../upstreams/pull-file.ts';
import type { Upstream } from '../upstreams/upstreams-store.ts';
import { isMirrorSeen } from './find-mirror.ts';
import { priorities } from './leases.ts';
import { insertLists, newList } from './mirror-lists-store.ts';
import { requireReachable } from './mirror-webhooks.ts';
import { findMirroredFile, insertMirroredFiles, newMirroredFile } from './mirrored-files-store.ts';
import { findMirrorRow, insertMirror, type Mirror, mirrorOf } from './mirrors-store.ts';
import { recordMirror } from './record-mirror.ts';
import { requireReadable } from './require-readable.ts';

export interface NewMirror {
  readonly upstreamId: UpstreamId;
  /** The project that takes the files. */
  readonly projectId: ProjectId;
  readonly kind: 'file' | 'project' | 'team';
  /** What the upstream calls it. */
  readonly elsewhere: string;
  readonly versionCount?: number | undefined;
  readonly withBranches?: boolean | undefined;
}

type AskedMirror = Pick<NewMirror, 'upstreamId' | 'projectId' | 'kind' | 'elsewhere'> & {
  /** Whether the upstream is to tell what changes. */
  readonly withWebhooks?: boolean | undefined;
};

/**
 * Counts the mirrors that there are, and asks the upstream whether its token may read that, ahead of the change that
 * adds another.
 * @throws ApiError 400, 403, 404, 409
 */
export async function prepareMirror(
  context: Context,
  caller: Caller,
  { upstreamId, projectId, withWebhooks = false, ...thing }: AskedMirror,
): Promise<Counted<'mirrorsOfUpstream'>> {
  const { database } = context;
  if (withWebhooks) requireReachable(context);
  const upstream = await findUpstream(database, caller, upstreamId);
  await requireOwnProject({ database }, caller, upstream, projectId);
  const counted = await refuseBeyond(database, 'mirrorsOfUpstream', upstream.id);
  await requireReadable(context, upstream, thing);
  return counted;
}

/**
 * Keeps a file, or the files of a project or a team, current with an upstream from now on.
 * @throws ApiError 400, 403, 404, 409
 */
export async function createMirror(
  change: Change,
  wanted: NewMirror,
  counted: Counted<'mirrorsOfUpstream'>,
): Promise<Mirror> {
  const { transaction, by, at, context } = change;
  const { projectId, kind, elsewhere, versionCount = 0, withBranches = false } = wanted;
  const upstream = await findUpstream(transaction, by, wanted.upstreamId);
  await requireOwnProject({ database: transaction }, by, upstream, projectId);
  spend(counted, 'mirrorsOfUpstream', upstream.id);
  const mirror: Mirror = {
    id: mirrorIdOf(context.ids.digits()),
    upstreamId: upstream.id,
    projectId,
    kind,
    elsewhere,
    versionCount,
    withBranches: withBranches ? 1 : 0,
    isPaused: 0,
    failure: null,
    webhookElsewhere: null,
    passcodeHash: null,
    held: null,
    createdBy: by.user.id,
    createdAt: at,
  };
  const same = await mirrorOf(transaction, mirror);
  if (same !== undefined) throw await mirroredAlready(change, same);
  await insertMirror(transaction, mirror);
  if (kind === 'file') await addFile(change, mirror, upstream);
  else
    await insertLists(transaction, [
      newList({ mirrorId: mirror.id, kind, elsewhere, priority: priorities.awaited, nextAt: at }),
    ]);
  await recordMirror(change, 'org_mirror_add', mirror, upstream);
  return mirror;
}

/** Which mirror that is learns who sees it. */
async function mirroredAlready({ transaction, by }: Change, mirror: Mirror | undefined): Promise<ApiError> {
  const isSeen = mirror !== undefined && (await isMirrorSeen(transaction, by, mirror));
  return conflict(`This is mirrored already${isSeen ? `: it is held by mirror ${mirror.id}` : ''}.`);
}

/** A file that has the key here already becomes the mirror. @throws ApiError 403, 409 */
async function addFile(change: Change, mirror: Mirror, upstream: Upstream): Promise<void> {
  const { transaction, by, at } = change;
  const { id: mirrorId, elsewhere } = mirror;
  const fileKey = keptKey(upstream, elsewhere);
  if ((await visibleFile(transaction, by, fileKey)) !== undefined) {
    await findEditableFile(transaction, by, fileKey);
    await updateFile(transaction, fileKey, { mirrorId });
  }
  const due = { priority: priorities.awaited, nextAt: at };
  const row = newMirroredFile({ fileKey, mirrorId, elsewhere, name: elsewhere, ...due });
  if ((await insertMirroredFiles(transaction, [row])) > 0) return;
  const held = await findMirroredFile(transaction, fileKey);
  throw await mirroredAlready(change, held && (await findMirrorRow(transaction, held.mirrorId)));
}
