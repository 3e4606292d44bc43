import type { Change } from '../change.ts';
import type { FileKey, MirrorId, ProjectId, UpstreamId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { releaseMirrored, updateFile } from '../files/file-rows-store.ts';
import { findManagedFile } from '../files/visible-file-store.ts';
import { findManagedMirror } from './find-mirror.ts';
import { leaveWebhooks } from './left-webhooks-store.ts';
import { webhooksOf } from './mirror-webhooks.ts';
import { updateMirroredFile } from './mirrored-files-store.ts';
import {
  deleteMirrorRow,
  findMirrorRow,
  type Mirror,
  mirrorsInProjects,
  mirrorsOfUpstream,
} from './mirrors-store.ts';
import { recordMirror } from './record-mirror.ts';

/**
 * Ends a mirror: its files stay as they are, and may be changed here.
 * @throws ApiError 403, 404
 */
export async function detachMirror(change: Change, id: MirrorId): Promise<void> {
  await end(change, await findManagedMirror(change.transaction, change.by, id));
}

/**
 * Makes one file of a mirror ours; the mirror does not take it again.
 * @throws ApiError 403, 404
 */
export async function detachFile(change: Change, key: FileKey): Promise<void> {
  const { transaction, by } = change;
  const file = await findManagedFile(transaction, by, key);
  if (file.mirrorId === null) throw notFound('The file mirrors none.');
  const mirror = await findMirrorRow(transaction, file.mirrorId);
  await updateFile(transaction, key, { mirrorId: null });
  if (mirror === undefined) return;
  if (mirror.kind === 'file') return end(change, mirror);
  const nobodys = { lease: null, leasedUntil: null };
  await updateMirroredFile(transaction, key, { ...nobodys, state: 'detached', aim: null, nextAt: null });
  await recordMirror(change, 'org_mirror_detach', mirror);
}

/** What is read from an upstream that is forgotten stays, and is ours. */
export async function detachMirrorsOf(change: Change, upstreamId: UpstreamId): Promise<void> {
  for (const mirror of await mirrorsOfUpstream(change.transaction, upstreamId)) await end(change, mirror);
}

/** Ends the mirrors whose files lie in projects that are to be deleted. */
export async function detachMirrorsIn(change: Change, projectIds: readonly ProjectId[]): Promise<void> {
  for (const mirror of await mirrorsInProjects(change.transaction, projectIds)) await end(change, mirror);
}

/** What the upstream was asked to tell is taken back from now on. */
async function end(change: Change, mirror: Mirror): Promise<void> {
  const { transaction } = change;
  await leaveWebhooks(change, mirror.upstreamId, webhooksOf(mirror));
  await releaseMirrored(transaction, mirror.id);
  await recordMirror(change, 'org_mirror_detach', mirror);
  await deleteMirrorRow(transaction, mirror.id);
}
