import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { FileKey, SiteId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { chosenPath } from '../files/chosen-key.ts';
import { findPublishableFile, findPublishedSite, refuseBranch } from './publishable-file.ts';
import { recordSite } from './record-site.ts';
import { refuseTakenPlace, type Site, updateSite } from './sites-store.ts';

export interface SiteChanges {
  readonly name?: string | undefined;
  readonly urlPath?: string | undefined;
  readonly fileKey?: FileKey | undefined;
  readonly isPublic?: boolean | undefined;
}

/**
 * Changes what a site is called, where it stands, what it shows, and whether anyone can look at it.
 *
 * @param mayShare whether another may have the path, as with workspace files of separate worlds
 * @throws ApiError 400, 403, 404, 409
 */
export async function changeSite(
  change: Change,
  id: SiteId,
  changes: SiteChanges,
  { mayShare = false }: { readonly mayShare?: boolean } = {},
): Promise<Site> {
  const { transaction, by } = change;
  if (Object.values(changes).every((value) => value === undefined))
    throw badRequest('Nothing to change: name name, url_path, file or public.');
  const { site, file } = await findPublishedSite(transaction, by, id);
  requireName(changes.name);
  const after = changed(site, changes);
  const isSameFile = after.fileKey === site.fileKey;
  const shown = isSameFile ? file : await findPublishableFile(transaction, by, after.fileKey);
  if (after.isPublic && !site.isPublic) refuseBranch(shown);
  if (after.urlPath !== site.urlPath) {
    chosenPath(by, after.urlPath);
    if (!mayShare) await refuseTakenPlace(transaction, after);
  }
  if (JSON.stringify(after) === JSON.stringify(site)) return after;
  await updateSite(transaction, after);
  await recordSite(change, { type: 'fig_file_site_update', site: after, file: shown });
  return after;
}

const changed = (site: Site, { name, urlPath, fileKey, isPublic }: SiteChanges): Site => ({
  id: site.id,
  name: name ?? site.name,
  urlPath: urlPath ?? site.urlPath,
  fileKey: fileKey ?? site.fileKey,
  isPublic: isPublic ?? site.isPublic,
});
