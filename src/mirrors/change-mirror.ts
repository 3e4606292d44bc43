import type { Change, WritingChange } from '../change.ts';
import type { MirrorId, UpstreamId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { hurryFiles, hurryHistory } from './due-files-store.ts';
import { hurryFailed } from './due-store.ts';
import { findManagedMirror } from './find-mirror.ts';
import { hurryLists } from './mirror-lists-store.ts';
import { findMirrorRow, type Mirror, mirrorsOfUpstream, updateMirror } from './mirrors-store.ts';
import { recordMirror } from './record-mirror.ts';

export interface MirrorChanges {
  readonly paused?: boolean | undefined;
  readonly versionCount?: number | undefined;
}

/**
 * Pauses a mirror, or has it go on, also after what stopped it. What is here is served all the while.
 * @throws ApiError 400, 403, 404
 */
export async function changeMirror(change: Change, id: MirrorId, changes: MirrorChanges): Promise<Mirror> {
  const { transaction, by } = change;
  const { paused, versionCount } = changes;
  if (paused === undefined && versionCount === undefined)
    throw badRequest('Nothing to change: name paused or versions.');
  const mirror = await findManagedMirror(transaction, by, id);
  if (versionCount !== undefined) await wantVersions(change, id, versionCount);
  if (paused === true && mirror.isPaused === 0) await pause(change, mirror);
  if (paused === false) await resume(change, mirror);
  return (await findMirrorRow(transaction, id)) ?? mirror;
}

/**
 * Has mirrors go on that a token stopped which the upstream did not know any more, and tries what failed: there is
 * another, which may be shown more.
 */
export async function resumeMirrorsOf(change: Change, upstreamId: UpstreamId): Promise<void> {
  const stopped = (await mirrorsOfUpstream(change.transaction, upstreamId)).filter(
    ({ failure }) => failure !== null,
  );
  for (const { id } of stopped) {
    await updateMirror(change.transaction, id, { failure: null });
    await hurry(change, id);
  }
  await hurryFailed(change, upstreamId);
}

async function wantVersions(change: Change, id: MirrorId, versionCount: number): Promise<void> {
  await updateMirror(change.transaction, id, { versionCount });
  if (versionCount > 0) await hurryHistory(change, id);
}

async function pause(change: Change, mirror: Mirror): Promise<void> {
  await updateMirror(change.transaction, mirror.id, { isPaused: 1 });
  await recordMirror(change, 'org_mirror_pause', mirror);
}

async function resume(change: Change, mirror: Mirror): Promise<void> {
  await updateMirror(change.transaction, mirror.id, { isPaused: 0, failure: null });
  await hurry(change, mirror.id);
  if (mirror.isPaused === 1 || mirror.failure !== null)
    await recordMirror(change, 'org_mirror_resume', mirror);
}

/** Has a mirror looked at before all that nobody waits for. */
export async function hurry(change: WritingChange, id: MirrorId): Promise<void> {
  await hurryLists(change, id);
  await hurryFiles(change, id);
}
