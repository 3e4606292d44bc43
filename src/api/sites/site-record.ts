import type { Addresses } from '../../access/addresses.ts';
import type { WorkspaceSite } from '../../contract/contract.ts';
import { sitePageAddress } from '../../sites/page-address.ts';
import type { SiteRow } from '../../sites/sites-store.ts';

/** A site as our own operations show it. */
export function siteRecord(site: SiteRow, { web }: Addresses): WorkspaceSite {
  const { id, name, url_path, file_key: file } = site;
  return {
    ...{ id, name, url_path, file },
    url: sitePageAddress(web, { urlPath: url_path }),
    public: site.public === 1,
  };
}
