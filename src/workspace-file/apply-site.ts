import { uncounted } from '../access/caps.ts';
import { fileKeyOf, siteIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileSite } from '../contract/contract.ts';
import { changeSite } from '../sites/change-site.ts';
import { createSite } from '../sites/create-site.ts';
import { findSite } from '../sites/sites-store.ts';
import { type Applying, bring, brought } from './applying.ts';
import { requireFile } from './named-things-store.ts';

const mayShare = true;

/** A site is there by its id, or without one by its path. */
export async function applySite(applying: Applying, entry: WorkspaceFileSite): Promise<void> {
  const { change } = applying;
  const { name, url_path: urlPath, public: isPublic = false } = entry;
  const [chosen, fileKey] = [siteIdOf(entry.id), fileKeyOf(entry.file)];
  const title = `The site "${name}"`;
  const present = await findSite(change.transaction, chosen ?? { urlPath });
  const id = chosen ?? present?.id ?? siteIdOf(change.context.ids.fileKey());
  await requireFile(change.transaction, fileKey, title);
  const wanted = { name, urlPath, fileKey, isPublic };
  await bring(
    applying,
    { kind: 'site', id, title },
    {
      present,
      wanted,
      create: () => createSite(change, { id, ...wanted, mayShare }, uncounted('sitesOfFile', brought)),
      change: (changes) => changeSite(change, id, changes, { mayShare }),
    },
  );
}
