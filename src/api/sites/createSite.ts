import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { chosenKey, chosenPath } from '../../files/chosen-key.ts';
import type { Handler } from '../../operation.ts';
import { freshPath } from '../../sites/fresh-path.ts';
import { findPublishableFile } from '../../sites/publishable-file.ts';
import { recordSite } from '../../sites/record-site.ts';
import { insertSite, refuseTakenPlace, type SiteRow } from '../../sites/sites-store.ts';
import { siteRecord } from './site-record.ts';

/** Publishes a file as a site. */
export const createSite: Handler<'createSite'> = async ({ caller, body }, context) => {
  const site: SiteRow = {
    id: chosenKey(caller, body.id) ?? context.ids.fileKey(),
    name: body.name,
    url_path: chosenPath(caller, body.url_path) ?? freshPath(body.name, context.ids.fileKey()),
    file_key: body.file,
    public: body.public === false ? 0 : 1,
  };
  await findPublishableFile(context.database, caller, site.file_key);
  await refuseBeyond(context.database, 'sitesOfFile', site.file_key);
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findPublishableFile(transaction, caller, site.file_key);
    await refuseTakenPlace(transaction, site);
    await insertSite(transaction, site);
    await recordSite(change, { type: 'fig_file_site_create', site, file });
  });
  return { json: siteRecord(site, context.addresses) };
};
