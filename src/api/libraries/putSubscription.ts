import { inChange } from '../../change.ts';
import { prepareLibraryUse, useLibrary } from '../../libraries/use-library.ts';
import type { Handler } from '../../operation.ts';

/** Lets a file use a library whose variables the caller may read. The second time changes nothing. */
export const putSubscription: Handler<'putSubscription'> = async ({ caller, path }, context) => {
  const wanted = { fileKey: path.file_key, libraryKey: path.library_key };
  const counted = await prepareLibraryUse(context, caller, wanted);
  await inChange(context, caller, (change) => useLibrary(change, wanted, counted));
  return { json: { status: 200, error: false } };
};
