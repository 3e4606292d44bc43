import type { Caller } from '../access/caller.ts';
import { type Counted, nothingComes, refuseBeyond, spend } from '../access/caps.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import { mayUseLibrary, requireVariablesAccess } from '../file-variables/variables-access.ts';
import { findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';
import { isPublished, isSubscribed, subscribe, unsubscribe } from './libraries-store.ts';

/** That a file uses a library. */
export interface LibraryUse {
  readonly fileKey: FileKey;
  readonly libraryKey: FileKey;
  /** A workspace file may name a library of another organization: the file gets nothing of it. */
  readonly mayBeElsewhere?: boolean;
}

/**
 * Counts the libraries of the file, ahead of the change that lets it use another.
 * @throws ApiError 400, 403, 404
 */
export async function prepareLibraryUse(
  { database }: Context,
  caller: Caller,
  { fileKey, libraryKey }: LibraryUse,
): Promise<Counted<'librariesOfFile'>> {
  const file = await findVisibleFile(database, caller, fileKey);
  await findVisibleFile(database, caller, libraryKey);
  requireVariablesAccess(caller, file, 'share');
  if (await isSubscribed(database, fileKey, libraryKey)) return nothingComes('librariesOfFile');
  return refuseBeyond(database, 'librariesOfFile', fileKey);
}

/**
 * Lets a file use a library whose variables the caller may read; answers whether it did not before.
 * @throws ApiError 400, 403, 404, 409
 */
export async function useLibrary(
  change: Change,
  wanted: LibraryUse,
  counted: Counted<'librariesOfFile'>,
): Promise<boolean> {
  const { transaction, by, at } = change;
  const file = await findVisibleFile(transaction, by, wanted.fileKey);
  const library = await findVisibleFile(transaction, by, wanted.libraryKey);
  requireVariablesAccess(by, file, 'share');
  requireVariablesAccess(by, library, 'read');
  if (wanted.mayBeElsewhere !== true && !mayUseLibrary(by, file, library))
    throw badRequest(`"${library.name}" is of another organization: a file uses libraries of its own.`);
  if (library.key === file.key) throw badRequest('A file has its own things without subscribing to them.');
  if (!(await isPublished(transaction, library.key)))
    throw conflict(`"${library.name}" was not published, so there is no library to use.`);
  const row = { fileKey: file.key, libraryKey: library.key, createdAt: at };
  const isNew = await subscribe(transaction, row);
  if (!isNew) return false;
  spend(counted, 'librariesOfFile', file.key);
  await recordUse(change, { type: 'library_subscribe', file, libraryKey: library.key });
  return true;
}

/**
 * Ends the use of a library. What nodes and variables of the file refer to stays until they do no more.
 * @throws ApiError 403, 404
 */
export async function leaveLibrary(change: Change, { fileKey, libraryKey }: LibraryUse): Promise<void> {
  const { transaction, by } = change;
  const file = await findVisibleFile(transaction, by, fileKey);
  requireVariablesAccess(by, file, 'share');
  if (!(await unsubscribe(transaction, file.key, libraryKey)))
    throw notFound('The file does not use that library.');
  await recordUse(change, { type: 'library_unsubscribe', file, libraryKey });
}

interface UseChange {
  readonly type: 'library_subscribe' | 'library_unsubscribe';
  readonly file: VisibleFile;
  readonly libraryKey: FileKey;
}

async function recordUse(change: Change, { type, file, libraryKey }: UseChange): Promise<void> {
  await recordActivity(change, {
    type,
    entity: fileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
    details: { library_key: libraryKey },
  });
}
