import { inChange } from '../../change.ts';
import { leaveLibrary } from '../../libraries/use-library.ts';
import type { Handler } from '../../operation.ts';

/** Ends the use of a library. What nodes and variables of the file refer to stays until they do no more. */
export const deleteSubscription: Handler<'deleteSubscription'> = async ({ caller, path }, context) => {
  const use = { fileKey: path.file_key, libraryKey: path.library_key };
  await inChange(context, caller, (change) => leaveLibrary(change, use));
  return { json: { status: 200, error: false } };
};
