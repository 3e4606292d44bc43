import { inTransaction } from '../../database/transaction.ts';
import type { Handler } from '../../operation.ts';
import { findPublishedSite } from '../../sites/publishable-file.ts';
import { recordSite } from '../../sites/record-site.ts';
import { removeSite } from '../../sites/sites-store.ts';

/** Takes a site away; the file stays as it is. */
export const deleteSite: Handler<'deleteSite'> = async ({ caller, path }, context) => {
  await inTransaction(context.database, async (transaction) => {
    const { site, file } = await findPublishedSite(transaction, caller, path.site_id);
    await removeSite(transaction, site.id);
    await recordSite(transaction, caller, context, { type: 'fig_file_site_delete', site, file });
  });
  return { json: { status: 200, error: false } };
};
