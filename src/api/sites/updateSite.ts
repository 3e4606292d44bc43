import { inChange } from '../../change.ts';
import { badRequest } from '../../errors.ts';
import { chosenPath } from '../../files/chosen-key.ts';
import type { Call, Handler } from '../../operation.ts';
import { findPublishableFile, findPublishedSite } from '../../sites/publishable-file.ts';
import { recordSite } from '../../sites/record-site.ts';
import { changeSite, refuseTakenPlace, type SiteRow } from '../../sites/sites-store.ts';
import { siteRecord } from './site-record.ts';

/** Changes what a site is called, where it stands, what it shows, and whether anyone can look at it. */
export const updateSite: Handler<'updateSite'> = async ({ caller, path, body }, context) => {
  if (Object.values(changesOf(body)).length === 0)
    throw badRequest('Nothing to change: name name, url_path, file or public.');
  const changed = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { site, file } = await findPublishedSite(transaction, caller, path.site_id);
    const after: SiteRow = { ...site, ...changesOf(body) };
    const shown =
      after.file_key === site.file_key
        ? file
        : await findPublishableFile(transaction, caller, after.file_key);
    if (after.url_path !== site.url_path) {
      chosenPath(caller, after.url_path);
      await refuseTakenPlace(transaction, after);
    }
    if (JSON.stringify(after) === JSON.stringify(site)) return after;
    await changeSite(transaction, after);
    await recordSite(change, {
      type: 'fig_file_site_update',
      site: after,
      file: shown,
    });
    return after;
  });
  return { json: siteRecord(changed, context.addresses) };
};

function changesOf(body: Call<'updateSite'>['body']): Partial<SiteRow> {
  const { name, url_path, file, public: isPublic } = body;
  return {
    ...(name === undefined ? {} : { name }),
    ...(url_path === undefined ? {} : { url_path }),
    ...(file === undefined ? {} : { file_key: file }),
    ...(isPublic === undefined ? {} : { public: isPublic ? 1 : 0 }),
  };
}
