import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { branchEntity } from '../events/activity-entities.ts';
import { addVersion } from './add-version-store.ts';
import { chosenKey } from './chosen-key.ts';
import { insertFile, refuseTakenKey } from './file-rows-store.ts';
import { copyImageFills } from './image-fills-store.ts';
import { type NewKey, newFileRow } from './new-file-row.ts';
import { findVersion } from './versions-store.ts';
import { findEditableFile, type VisibleFile } from './visible-file-store.ts';

export interface NewBranch extends NewKey {
  readonly mainFileKey: FileKey;
  readonly name: string;
  /** A workspace file says itself what a branch holds: nothing of its main file is copied. */
  readonly startsEmpty?: boolean;
}

/**
 * Counts the files that there are, ahead of the change that makes a branch.
 * @throws ApiError 400, 403, 404
 */
export async function prepareBranch(
  { database }: Context,
  caller: Caller,
  { key, mainFileKey }: Pick<NewBranch, 'key' | 'mainFileKey'>,
): Promise<Counted<'filesOfProject'>> {
  chosenKey(caller, key);
  const { projectId } = await findEditableFile(database, caller, mainFileKey);
  return refuseBeyond(database, 'filesOfProject', projectId);
}

/**
 * Makes a branch that starts with the content and the image fills that its main file has now. Its variables are of
 * another room: `createBranchWithVariables` makes the whole.
 *
 * @throws ApiError 400, 403, 404, 409
 */
export async function createBranch(
  change: Change,
  wanted: NewBranch,
  counted: Counted<'filesOfProject'>,
): Promise<FileRow> {
  const { transaction, by } = change;
  const main = await findEditableFile(transaction, by, wanted.mainFileKey);
  if (main.mainFileKey !== null) throw badRequest('A branch has no branches: branch from its main file.');
  spend(counted, 'filesOfProject', main.projectId);
  const branch = branchRow(change, main, wanted);
  await refuseTakenKey(change, branch.key, wanted);
  await insertFile(transaction, branch);
  const version = wanted.startsEmpty === true ? null : await copyContent(change, main, branch);
  await recordActivity(change, {
    type: 'branch_create',
    entity: branchEntity(branch, main.key),
    organizationId: main.organizationId,
    teamId: main.teamId,
    details: { main_file_key: main.key },
  });
  return { ...branch, currentVersion: version };
}

function branchRow(change: Change, main: VisibleFile, wanted: NewBranch): FileRow {
  const { projectId, editorType, linkAccess } = main;
  return newFileRow(change, { ...wanted, projectId, editorType, linkAccess });
}

/** The same snapshot and the same blobs under the branch's key; nothing is copied on the disk. */
async function copyContent(change: Change, main: VisibleFile, branch: FileRow): Promise<VersionId | null> {
  const { transaction } = change;
  await copyImageFills(transaction, main.key, branch.key);
  if (main.currentVersion === null) return null;
  const content = await findVersion(transaction, main, undefined);
  return addVersion(change, branch.key, {
    snapshot: content.snapshot,
    nodeCount: content.nodeCount,
    userId: branch.ownerId,
    at: branch.createdAt,
  });
}
