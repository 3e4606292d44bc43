import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { FileKey, SiteId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, forbidden, notFound, sentences } from '../errors.ts';
import { findManagedFile, findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';
import { placeOfProject } from '../places/projects-store.ts';
import { findSite, type Site } from './sites-store.ts';

/**
 * The file, where the caller may show it to everybody: as to whom its link opens it, a link that lets people edit
 * does not let them decide that.
 *
 * @throws ApiError 404, 403, 400 for a branch
 */
export async function findPublishableFile(
  transaction: Kysely<Tables>,
  caller: Caller,
  key: FileKey,
): Promise<VisibleFile> {
  const file = await findManagedFile(transaction, caller, key);
  refuseBranch(file);
  await requireSharer(transaction, caller, file);
  return file;
}

/** @throws ApiError 400 */
export function refuseBranch({ mainFileKey }: Pick<VisibleFile, 'mainFileKey'>): void {
  if (mainFileKey !== null) throw badRequest('A branch is no site of its own: publish the main file.');
}

/** @throws ApiError 403 */
async function requireSharer(transaction: Kysely<Tables>, caller: Caller, file: VisibleFile): Promise<void> {
  if (file.role === 'owner') return;
  const { mayEdit } = await placeOfProject(transaction, caller, file.projectId);
  if (!mayEdit) throw forbidden(sentences.insufficientFilePermissions);
}

/**
 * The site and the file that it shows, where the caller may change what is published of that. Of a branch there are
 * sites from before they were refused: they can be changed and taken away.
 * @throws ApiError 404, 403
 */
export async function findPublishedSite(
  transaction: Kysely<Tables>,
  caller: Caller,
  id: SiteId,
): Promise<{ site: Site; file: VisibleFile }> {
  const site = await findSite(transaction, id);
  if (site === undefined || !(await isSeen(transaction, caller, site))) throw notFound('Site not found');
  const file = await findManagedFile(transaction, caller, site.fileKey);
  await requireSharer(transaction, caller, file);
  return { site, file };
}

async function isSeen(transaction: Kysely<Tables>, caller: Caller, site: Site): Promise<boolean> {
  const file = await findVisibleFile(transaction, caller, site.fileKey).catch(() => undefined);
  return file !== undefined;
}
