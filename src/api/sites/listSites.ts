import { nextPage } from '../../access/page.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { pageOfSites } from '../../sites/sites-store.ts';
import { siteRecord } from './site-record.ts';

/** The sites of one file, or of all files that the caller sees. */
export const listSites: Handler<'listSites'> = async ({ caller, query }, context) => {
  if (query.file !== undefined) await findVisibleFile(context.database, caller, query.file);
  const { rows, ...page } = await pageOfSites(context.database, caller, query);
  return { json: { sites: rows.map((site) => siteRecord(site, context.addresses)), ...nextPage(page) } };
};
