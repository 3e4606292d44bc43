import type { Addresses } from '../../access/addresses.ts';
import { sitePageAddress } from '../../access/page-address.ts';
import type { WorkspaceSite } from '../../contract/contract.ts';
import type { SiteRow } from './store.ts';

/** A site as our own operations show it. */
export function siteRecord(site: SiteRow, { web }: Addresses): WorkspaceSite {
  const { id, name, url_path, file_key: file } = site;
  return {
    ...{ id, name, url_path, file },
    url: sitePageAddress(web, { urlPath: url_path }),
    public: site.public === 1,
  };
}
