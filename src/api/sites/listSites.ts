import { nextPage } from '../../access/paged-list.ts';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { pageOfSites } from '../../sites/sites-store.ts';
import { siteRecord } from './site-record.ts';

/** The sites of one file, or of all files that the caller sees. */
export const listSites: Handler<'listSites'> = async ({ caller, query }, context) => {
  const { file, ...asked } = query;
  const fileKey = file === undefined ? undefined : fileKeyOf(file);
  if (fileKey !== undefined) await findVisibleFile(context.database, caller, fileKey);
  const { rows, ...page } = await pageOfSites(context.database, caller, { ...asked, fileKey });
  return { json: { sites: rows.map((site) => siteRecord(site, context.addresses)), ...nextPage(page) } };
};
