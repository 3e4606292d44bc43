import type { LinkAccess } from '../access/file-role.ts';
import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import type { FileKey, ProjectId, UserId } from '../contract/branded-ids.ts';
import { badRequest, forbidden, sentences } from '../errors.ts';
import { findEditableProject, placeOfProject } from '../places/projects-store.ts';
import { moveBranches, updateFile } from './file-rows-store.ts';
import { recordFileUpdate } from './record-file-update.ts';
import { findEditableFile, type VisibleFile } from './visible-file-store.ts';

export interface FileChanges {
  readonly name?: string | undefined;
  readonly projectId?: ProjectId | undefined;
  readonly linkAccess?: LinkAccess | undefined;
  /** Only a workspace file gives a file to somebody else, and says anew of which kind it is. */
  readonly ownerId?: UserId;
  readonly editorType?: string;
}

/**
 * Renames, moves, or opens a file by its link. A branch has only its name for itself. What hangs on its place is of
 * other rooms: `changeFileWithBelongings` changes the whole.
 *
 * @throws ApiError 400, 403, 404
 */
export async function changeFile(change: Change, key: FileKey, changes: FileChanges): Promise<FileRow> {
  const { transaction, by } = change;
  const { projectId, linkAccess } = changes;
  const isOpenedOrMoved = projectId !== undefined || linkAccess !== undefined;
  const before = await findEditableFile(transaction, by, key);
  if (isOpenedOrMoved) refuseOfBranch(before);
  const target = projectId === undefined ? undefined : await findEditableProject(transaction, by, projectId);
  if (isOpenedOrMoved) await refuseByLink(change, before);
  const columns = columnsOf(changes);
  await updateFile(transaction, key, columns);
  if (projectId !== undefined) await moveBranches(transaction, key, projectId);
  const after = { ...before, ...columns };
  await recordFileUpdate(change, { before, after, target });
  return after;
}

function columnsOf({ name, projectId, linkAccess, ownerId, editorType }: FileChanges): Partial<FileRow> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(projectId === undefined ? {} : { projectId }),
    ...(linkAccess === undefined ? {} : { linkAccess }),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(editorType === undefined ? {} : { editorType }),
  };
}

function refuseOfBranch(file: VisibleFile): void {
  if (file.mainFileKey === null) return;
  throw badRequest(
    'A branch stands where its main file stands and is as open as that: change the main file.',
  );
}

/**
 * A link lets people change what is in a file, not where it is nor whom it is open to.
 * @throws ApiError 403
 */
async function refuseByLink({ transaction, by }: Change, file: VisibleFile): Promise<void> {
  if (file.role === 'owner') return;
  const { mayEdit } = await placeOfProject(transaction, by, file.projectId);
  if (!mayEdit) throw forbidden(sentences.insufficientFilePermissions);
}
