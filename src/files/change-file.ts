import type { Kysely } from 'kysely';
import { archivedAt } from '../access/archived-store.ts';
import type { Caller } from '../access/caller.ts';
import { type Counted, nothingComes, refuseBeyond, spend } from '../access/caps.ts';
import type { LinkAccess } from '../access/file-role.ts';
import type { FileRow } from '../access/file-row.ts';
import { requireName } from '../access/name-rules.ts';
import { refuseMirrored } from '../access/refuse-mirrored.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { FileKey, ProjectId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, forbidden, sentences } from '../errors.ts';
import { findEditableProject, placeOfProject } from '../places/projects-store.ts';
import { moveBranches, updateFile } from './file-rows-store.ts';
import { recordFileUpdate } from './record-file-update.ts';
import { noteUnsearched } from './unsearched-files-store.ts';
import { findManagedFile, type VisibleFile } from './visible-file-store.ts';

export interface FileChanges {
  readonly name?: string | undefined;
  readonly projectId?: ProjectId | undefined;
  readonly linkAccess?: LinkAccess | undefined;
  readonly isArchived?: boolean | undefined;
  /** Only a workspace file gives a file to somebody else, and says anew of which kind it is. */
  readonly ownerId?: UserId;
  readonly editorType?: FileRow['editorType'];
}

/**
 * Counts the files of the project that a file is to be moved to, ahead of the change.
 * @throws ApiError 400, 403, 404
 */
export async function prepareFileChange(
  { database }: Context,
  caller: Caller,
  key: FileKey,
  changes: FileChanges,
): Promise<Counted<'filesOfProject'>> {
  const { projectId } = changes;
  refuseNothing(changes);
  if (projectId === undefined) return nothingComes('filesOfProject');
  const { before } = await findChangeable(database, caller, key, changes);
  return before.projectId === projectId
    ? nothingComes('filesOfProject')
    : refuseBeyond(database, 'filesOfProject', projectId);
}

/**
 * Renames, moves, archives, or opens a file by its link. A branch has only its name for itself. What hangs on its place is of
 * other rooms: `changeFileWithBelongings` changes the whole.
 *
 * @throws ApiError 400, 403, 404
 */
export async function changeFile(
  change: Change,
  key: FileKey,
  changes: FileChanges,
  counted: Counted<'filesOfProject'>,
): Promise<FileRow> {
  const { transaction, by, at } = change;
  const { projectId, isArchived } = changes;
  refuseNothing(changes);
  const { before, target } = await findChangeable(transaction, by, key, changes);
  requireName(changes.name);
  if (projectId !== undefined && projectId !== before.projectId) spend(counted, 'filesOfProject', projectId);
  const columns = { ...columnsOf(changes), archivedAt: archivedAt(before, isArchived, at) };
  const after = { ...before, ...columns };
  await updateFile(transaction, key, columns);
  if (after.name !== before.name) await noteUnsearched(change, key);
  if (projectId !== undefined) await moveBranches(transaction, key, projectId);
  await recordFileUpdate(change, { before, after, target });
  return after;
}

/** @throws ApiError 400 */
function refuseNothing(changes: FileChanges): void {
  if (Object.values(changes).every((value) => value === undefined))
    throw badRequest('Nothing to change: name name, project, link_access or archived.');
}

/** The file and the project that it is to be moved to, where the caller may do that. */
async function findChangeable(
  database: Kysely<Tables>,
  by: Caller,
  key: FileKey,
  { projectId, linkAccess, isArchived, name }: FileChanges,
) {
  const isPlaced = projectId !== undefined || linkAccess !== undefined || isArchived !== undefined;
  const before = await findManagedFile(database, by, key);
  if (name !== undefined) refuseMirrored(by, before);
  if (isPlaced) refuseOfBranch(before);
  const target = projectId === undefined ? undefined : await findEditableProject(database, by, projectId);
  if (isPlaced) await refuseByLink(database, by, before);
  return { before, target };
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
async function refuseByLink(database: Kysely<Tables>, by: Caller, file: VisibleFile): Promise<void> {
  if (file.role === 'owner') return;
  const { mayEdit } = await placeOfProject(database, by, file.projectId);
  if (!mayEdit) throw forbidden(sentences.insufficientFilePermissions);
}
