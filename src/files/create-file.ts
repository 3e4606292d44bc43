import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import type { LinkAccess } from '../access/file-role.ts';
import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { ProjectId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { mainFileEntity } from '../events/activity-entities.ts';
import { findEditableProject } from '../places/projects-store.ts';
import { chosenKey } from './chosen-key.ts';
import { insertFile, refuseTakenKey } from './file-rows-store.ts';
import { type NewKey, newFileRow } from './new-file-row.ts';

export interface NewFile extends NewKey {
  readonly name: string;
  readonly projectId: ProjectId;
  readonly editorType?: FileRow['editorType'] | undefined;
  readonly linkAccess?: LinkAccess | undefined;
}

/**
 * Counts the files that there are, ahead of the change that makes another.
 * @throws ApiError 400, 403, 404
 */
export async function prepareFile(
  { database }: Context,
  caller: Caller,
  { key, projectId }: Pick<NewFile, 'key' | 'projectId'>,
): Promise<Counted<'filesOfProject'>> {
  chosenKey(caller, key);
  await findEditableProject(database, caller, projectId);
  return refuseBeyond(database, 'filesOfProject', projectId);
}

/**
 * Makes a file without content, which the caller owns.
 * @throws ApiError 400, 403, 404, 409
 */
export async function createFile(
  change: Change,
  wanted: NewFile,
  counted: Counted<'filesOfProject'>,
): Promise<FileRow> {
  const { transaction, by } = change;
  const { name, projectId, editorType = 'figma', linkAccess = 'inherit' } = wanted;
  const place = { projectId, editorType, linkAccess, mainFileKey: null };
  const project = await findEditableProject(transaction, by, projectId);
  const file = newFileRow(change, { ...wanted, name, ...place });
  spend(counted, 'filesOfProject', project.id);
  await refuseTakenKey(change, file.key, wanted);
  await insertFile(transaction, file);
  await recordActivity(change, {
    type: 'fig_file_create',
    entity: mainFileEntity(file),
    organizationId: project.organizationId,
    teamId: project.teamId,
  });
  return file;
}
