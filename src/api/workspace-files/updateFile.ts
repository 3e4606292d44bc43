import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import { inChange } from '../../change.ts';
import type { Tables } from '../../database/tables.ts';
import { badRequest, forbidden, sentences } from '../../errors.ts';
import { changeFile, moveBranches } from '../../files/file-rows-store.ts';
import { recordFileUpdate } from '../../files/record-file-update.ts';
import { findEditableFile, type VisibleFile } from '../../files/visible-file-store.ts';
import { moveAssets } from '../../libraries/assets-store.ts';
import type { Call, Handler } from '../../operation.ts';
import { findEditableProject, placeOfProject } from '../../places/projects-store.ts';
import { fileRecord } from './file-record.ts';

/** Renames, moves, or opens a file by its link. A branch has only its name for itself. */
export const updateFile: Handler<'updateFile'> = async ({ caller, path, body }, context) => {
  const { name, project, link_access } = body;
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(project === undefined ? {} : { project_id: project }),
    ...(link_access === undefined ? {} : { link_access }),
  };
  if (Object.keys(changes).length === 0) {
    throw badRequest('Nothing to change: name name, project or link_access.');
  }
  const file = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const present = await findEditableFile(transaction, caller, path.file_key);
    refuseOfBranch(present, body);
    const target =
      project === undefined ? undefined : await findEditableProject(transaction, caller, project);
    if (project !== undefined || link_access !== undefined) await refuseByLink(transaction, caller, present);
    await changeFile(transaction, present.key, changes);
    if (project !== undefined) await moveBranches(transaction, present.key, project);
    if (project !== undefined) await moveAssets(transaction, present.key);
    const changed = { ...present, ...changes };
    await recordFileUpdate(change, { before: present, after: changed, target });
    return changed;
  });
  return { json: fileRecord(file) };
};

function refuseOfBranch(file: VisibleFile, { project, link_access }: Call<'updateFile'>['body']): void {
  if (file.main_file_key === null || (project === undefined && link_access === undefined)) return;
  throw badRequest(
    'A branch stands where its main file stands and is as open as that: change the main file.',
  );
}

/**
 * A link lets people change what is in a file, not where it is nor whom it is open to.
 * @throws ApiError 403
 */
async function refuseByLink(transaction: Kysely<Tables>, caller: Caller, file: VisibleFile): Promise<void> {
  if (file.role === 'owner') return;
  const { mayEdit } = await placeOfProject(transaction, caller, file.project_id);
  if (!mayEdit) throw forbidden(sentences.insufficientFilePermissions);
}
