import type { Kysely } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import type { FileKey, OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** The current document of a file. */
export interface Design {
  readonly key: FileKey;
  readonly organizationId: OrganizationId;
  readonly snapshot: BlobId;
}

/** Designs by their keys, behind one of them; those of an organization, or of all. */
export function designsBehind(
  database: Kysely<Tables>,
  organizationId: OrganizationId | null,
  { after, most }: { readonly after: FileKey | undefined; readonly most: number },
): Promise<Design[]> {
  return database
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .innerJoin('versions', (join) =>
      join.onRef('versions.file_key', '=', 'files.key').onRef('versions.id', '=', 'files.current_version'),
    )
    .select(['files.key', 'teams.organization_id as organizationId', 'versions.snapshot'])
    .$if(organizationId !== null, (query) => query.where('teams.organization_id', '=', organizationId!))
    .$if(after !== undefined, (query) => query.where('files.key', '>', after!))
    .orderBy('files.key')
    .limit(most)
    .execute();
}
