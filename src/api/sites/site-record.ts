import type { Addresses } from '../../access/public-addresses.ts';
import type { WorkspaceSite } from '../../contract/contract.ts';
import { sitePageAddress } from '../../sites/page-address.ts';
import type { Site } from '../../sites/sites-store.ts';

/** A site as our own operations show it. */
export function siteRecord(
  { id, name, urlPath, fileKey, isPublic }: Site,
  { web }: Addresses,
): WorkspaceSite {
  return {
    id,
    name,
    url_path: urlPath,
    file: fileKey,
    url: sitePageAddress(web, { urlPath }),
    public: isPublic,
  };
}
