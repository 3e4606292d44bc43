import type { Change } from '../change.ts';
import type { SiteId } from '../contract/branded-ids.ts';
import { findPublishedSite } from './publishable-file.ts';
import { recordSite } from './record-site.ts';
import { removeSite } from './sites-store.ts';

/**
 * Takes a site away; the file stays as it is.
 * @throws ApiError 400, 403, 404
 */
export async function deleteSite(change: Change, id: SiteId): Promise<void> {
  const { site, file } = await findPublishedSite(change.transaction, change.by, id);
  await removeSite(change.transaction, site.id);
  await recordSite(change, { type: 'fig_file_site_delete', site, file });
}
