import { inChange } from '../../change.ts';
import { fileKeyOf, siteIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { createSite as createSiteOf, prepareSite } from '../../sites/create-site.ts';
import { siteRecord } from './site-record.ts';

/** Publishes a file as a site. */
export const createSite: Handler<'createSite'> = async ({ caller, body }, context) => {
  const { id, name, url_path: urlPath, public: isPublic = true } = body;
  const wanted = { id: siteIdOf(id), name, urlPath, fileKey: fileKeyOf(body.file), isPublic };
  const counted = await prepareSite(context, caller, wanted);
  const site = await inChange(context, caller, (change) => createSiteOf(change, wanted, counted));
  return { json: siteRecord(site, context.addresses) };
};
