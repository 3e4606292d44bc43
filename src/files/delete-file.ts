import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { forbidden, sentences } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { branchEntity, mainFileEntity } from '../events/activity-entities.ts';
import { publish } from '../events/publish.ts';
import { placeOfProject } from '../places/projects-store.ts';
import { deleteFileRow } from './file-rows-store.ts';
import { findEditableFile, type VisibleFile } from './visible-file-store.ts';

/**
 * Deletes a file for its owner and for those who administer its project; a branch also for who made it.
 * @throws ApiError 403, 404
 */
export async function deleteFile(change: Change, key: FileKey): Promise<void> {
  const { transaction, by } = change;
  const file = await findEditableFile(transaction, by, key);
  if (!(await mayDelete(change, file))) throw forbidden(sentences.insufficientFilePermissions);
  await removeFile(change, file);
}

/** Takes a file away, and tells and records it. Whoever asks may do that. */
export async function removeFile(change: Change, file: RemovedFile): Promise<void> {
  await publish(change, { type: 'FILE_DELETE', file, by: change.by.user });
  await deleteFileRow(change, file.key);
  await recordDeletion(change, file);
}

/** What is said of a file that is deleted. */
export type RemovedFile = FileRow & Pick<VisibleFile, 'organizationId' | 'teamId'>;

async function mayDelete({ transaction, by }: Change, file: VisibleFile): Promise<boolean> {
  if (file.role === 'owner' || file.ownerId === by.user.id) return true;
  return (await placeOfProject(transaction, by, file.projectId)).administers;
}

async function recordDeletion(change: Change, file: RemovedFile): Promise<void> {
  const { organizationId, teamId, mainFileKey } = file;
  const place = { organizationId, teamId };
  if (mainFileKey === null) {
    const entity = mainFileEntity(file);
    return recordActivity(change, { type: 'fig_file_permanent_delete', entity, ...place });
  }
  const entity = branchEntity(file, mainFileKey);
  const details = { main_file_key: mainFileKey };
  return recordActivity(change, { type: 'branch_delete', entity, details, ...place });
}
