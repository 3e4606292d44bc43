import type { Counted } from '../access/caps.ts';
import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import type { FileKey, ProjectId } from '../contract/branded-ids.ts';
import { branchesOf } from '../files/branches-store.ts';
import { changeFile, type FileChanges } from '../files/change-file.ts';
import { findProject } from '../places/projects-store.ts';
import { moveWebhooks } from '../webhooks/webhooks-store.ts';
import { moveAssets } from './assets-store.ts';

/**
 * Changes a file, and takes along to the team that it is in now what it publishes and what webhooks are attached to
 * it and its branches.
 * @throws ApiError 400, 403, 404
 */
export async function changeFileWithBelongings(
  change: Change,
  key: FileKey,
  changes: FileChanges,
  counted: Counted<'filesOfProject'>,
): Promise<FileRow> {
  const file = await changeFile(change, key, changes, counted);
  if (changes.projectId !== undefined) await takeAlong(change, key, changes.projectId);
  return file;
}

async function takeAlong({ transaction }: Change, key: FileKey, projectId: ProjectId): Promise<void> {
  const { teamId } = (await findProject(transaction, projectId)) ?? {};
  if (teamId === undefined) return;
  const branches = await branchesOf(transaction, key);
  const fileKeys = [key, ...branches.map((branch) => branch.key)];
  await moveAssets(transaction, { fileKeys, teamId });
  await moveWebhooks(transaction, { fileKeys, projectIds: [], teamId });
}
