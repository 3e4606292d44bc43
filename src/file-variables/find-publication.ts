import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { emptyState } from '../variables/state.ts';
import { findVariablesFile } from './find-variables-file.ts';
import { currentPublication } from './publications-store.ts';

/**
 * The variables and collections of a library as it published them the last time; none before the first.
 * @throws ApiError 400 for a branch, 403, 404
 */
export async function findPublication(context: Context, caller: Caller, key: FileKey) {
  const file = await findVariablesFile(context.database, caller, key, 'read');
  if (file.mainFileKey !== null)
    throw badRequest('file_key names a branch; published variables are those of a main file.');
  return (await currentPublication(context, file.key)) ?? nothingPublished;
}

const nothingPublished = { state: emptyState, marks: new Map() };
