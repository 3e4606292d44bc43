import { inChange } from '../../change.ts';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { changeSite } from '../../sites/change-site.ts';
import { siteRecord } from './site-record.ts';

/** Changes what a site is called, where it stands, what it shows, and whether anyone can look at it. */
export const updateSite: Handler<'updateSite'> = async ({ caller, path, body }, context) => {
  const { name, url_path: urlPath, file, public: isPublic } = body;
  const fileKey = file === undefined ? undefined : fileKeyOf(file);
  const changes = { name, urlPath, fileKey, isPublic };
  const site = await inChange(context, caller, (change) => changeSite(change, path.site_id, changes));
  return { json: siteRecord(site, context.addresses) };
};
