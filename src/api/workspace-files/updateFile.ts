import { inChange } from '../../change.ts';
import { projectIdOf } from '../../contract/branded-ids.ts';
import { prepareFileChange } from '../../files/change-file.ts';
import { changeFileWithBelongings } from '../../libraries/change-file-with-belongings.ts';
import type { Handler } from '../../operation.ts';
import { fileRecord } from './file-record.ts';

/** Renames, moves, archives, or opens a file by its link. A branch has only its name for itself. */
export const updateFile: Handler<'updateFile'> = async ({ caller, path, body }, context) => {
  const { name, project: projectId, link_access: linkAccess, archived: isArchived } = body;
  const changes = { name, projectId: projectIdOf(projectId), linkAccess, isArchived };
  const counted = await prepareFileChange(context, caller, path.file_key, changes);
  const file = await inChange(context, caller, (change) =>
    changeFileWithBelongings(change, path.file_key, changes, counted),
  );
  return { json: fileRecord(file) };
};
