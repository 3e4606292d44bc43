import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { findPublishedSite } from '../../sites/publishable-file.ts';
import { recordSite } from '../../sites/record-site.ts';
import { removeSite } from '../../sites/sites-store.ts';

/** Takes a site away; the file stays as it is. */
export const deleteSite: Handler<'deleteSite'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { site, file } = await findPublishedSite(transaction, caller, path.site_id);
    await removeSite(transaction, site.id);
    await recordSite(change, { type: 'fig_file_site_delete', site, file });
  });
  return { json: { status: 200, error: false } };
};
