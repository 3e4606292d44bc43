import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { recordActivity } from '../events/activity.ts';
import { mainFileEntity } from '../events/activity-entities.ts';
import type { VisibleFile } from '../files/files-store.ts';
import type { SiteRow } from './sites-store.ts';

interface SiteChange {
  readonly type: 'fig_file_site_create' | 'fig_file_site_update' | 'fig_file_site_delete';
  readonly site: SiteRow;
  readonly file: VisibleFile;
}

/** Records what became of a site, as a thing that happened to the file that it shows. */
export async function recordSite(
  transaction: Kysely<Tables>,
  caller: Caller,
  context: Context,
  { type, site, file }: SiteChange,
): Promise<void> {
  await recordActivity(transaction, caller, context, {
    type,
    entity: mainFileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
    details: { site_id: site.id, name: site.name, url_path: site.url_path, public: site.public === 1 },
  });
}
