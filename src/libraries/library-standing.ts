import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { unpublishedVariables } from '../file-variables/publications-store.ts';
import { usedLibraries } from '../file-variables/used-libraries-store.ts';
import { mayReadVariables } from '../file-variables/variables-access.ts';
import { findVisibleFile, type VisibleFile, visibleFile } from '../files/visible-file-store.ts';
import { unpublishedAssets } from './assets-store.ts';
import { lastPublish } from './libraries-store.ts';

/**
 * How a file stands as a library: when it was published last, what a publish would change now, and which libraries it
 * uses itself, of those that the caller sees.
 *
 * @throws ApiError 404, and 400 for a branch
 */
export async function libraryStanding(context: Context, caller: Caller, fileKey: FileKey) {
  const file = await findVisibleFile(context.database, caller, fileKey);
  if (file.mainFileKey !== null) throw badRequest('A branch is no library: ask for its main file.');
  const assets = await unpublishedAssets(context, file.key);
  const variables = mayReadVariables(caller, file)
    ? await unpublishedVariables(context, file.key)
    : { created: [], modified: [], deleted: [] };
  const published = await lastPublish(context.database, file.key);
  return {
    file,
    published,
    changes: { ...assets, variables },
    libraries: await seenLibraries(context, caller, file),
  };
}

async function seenLibraries({ database }: Context, caller: Caller, file: VisibleFile) {
  const used = await usedLibraries(database, caller, file);
  const seen = await Promise.all(used.map(({ key }) => visibleFile(database, caller, key)));
  return seen.flatMap((library) => (library === undefined ? [] : [{ key: library.key, name: library.name }]));
}
