import type { Handler } from '../../operation.ts';
import { findVisibleFile } from '../files/store.ts';
import { siteRecord } from './site-record.ts';
import { visibleSites } from './store.ts';

/** The sites of one file, or of all files that the caller sees. */
export const listSites: Handler<'listSites'> = async ({ caller, query }, context) => {
  if (query.file !== undefined) await findVisibleFile(context.database, caller, query.file);
  const sites = await visibleSites(context.database, caller, query.file);
  return { json: { sites: sites.map((site) => siteRecord(site, context.addresses)) } };
};
