import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { type FileKey, type SiteId, siteIdOf } from '../contract/branded-ids.ts';
import { chosenKey, chosenPath } from '../files/chosen-key.ts';
import { freshPath } from './fresh-path.ts';
import { findPublishableFile } from './publishable-file.ts';
import { recordSite } from './record-site.ts';
import { insertSite, refuseTakenPlace, type Site } from './sites-store.ts';

export interface NewSite {
  readonly name: string;
  readonly fileKey: FileKey;
  readonly isPublic: boolean;
  /** Only the administrator of the installation chooses these. */
  readonly id?: SiteId | undefined;
  readonly urlPath?: string | undefined;
  /** Workspace files of separate worlds may name the same path. */
  readonly mayShare?: boolean;
}

/**
 * Counts the sites of the file, ahead of the change that makes another.
 * @throws ApiError 400, 403, 404
 */
export async function prepareSite(
  { database }: Context,
  caller: Caller,
  { id, urlPath, fileKey }: NewSite,
): Promise<Counted<'sitesOfFile'>> {
  chosenKey(caller, id);
  chosenPath(caller, urlPath);
  await findPublishableFile(database, caller, fileKey);
  return refuseBeyond(database, 'sitesOfFile', fileKey);
}

/**
 * Publishes a file as a site.
 * @throws ApiError 400, 403, 404, 409
 */
export async function createSite(
  change: Change,
  wanted: NewSite,
  counted: Counted<'sitesOfFile'>,
): Promise<Site> {
  const { transaction, by, context } = change;
  const { name, fileKey, isPublic, mayShare = false } = wanted;
  const id = chosenKey(by, wanted.id) ?? siteIdOf(context.ids.fileKey());
  const urlPath = chosenPath(by, wanted.urlPath) ?? freshPath(name, context.ids.fileKey());
  const site = { id, name, urlPath, fileKey, isPublic };
  const file = await findPublishableFile(transaction, by, fileKey);
  requireName(name);
  spend(counted, 'sitesOfFile', file.key);
  if (!mayShare) await refuseTakenPlace(transaction, site);
  await insertSite(transaction, site);
  await recordSite(change, { type: 'fig_file_site_create', site, file });
  return site;
}
