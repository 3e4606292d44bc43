import type { Change } from '../change.ts';
import { recordActivity } from '../events/activity.ts';
import { mainFileEntity } from '../events/activity-entities.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import type { Site } from './sites-store.ts';

interface SiteChange {
  readonly type: 'fig_file_site_create' | 'fig_file_site_update' | 'fig_file_site_delete';
  readonly site: Site;
  readonly file: VisibleFile;
}

/** Records what became of a site, as a thing that happened to the file that it shows. */
export async function recordSite(change: Change, { type, site, file }: SiteChange): Promise<void> {
  await recordActivity(change, {
    type,
    entity: mainFileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
    details: { site_id: site.id, name: site.name, url_path: site.urlPath, public: site.isPublic },
  });
}
