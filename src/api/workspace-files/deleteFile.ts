import { inChange } from '../../change.ts';
import { deleteFile as deleteFileOf } from '../../files/delete-file.ts';
import type { Handler } from '../../operation.ts';

/** Deletes a file for its owner and for those who administer its project; a branch also for who made it. */
export const deleteFile: Handler<'deleteFile'> = async ({ caller, path }, context) => {
  await inChange(context, caller, (change) => deleteFileOf(change, path.file_key));
  return { json: { status: 200, error: false } };
};
