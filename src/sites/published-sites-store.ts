import type { Kysely } from 'kysely';
import type { FileKey, OrganizationId, SiteId, VersionId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** A published site that is open to anyone; it shows a file whoever may open that file otherwise. */
export interface PublishedSite {
  readonly id: SiteId;
  readonly name: string;
  /** Begins with a slash, as `/site/landing`. */
  readonly urlPath: string;
  readonly fileKey: FileKey;
  /** The file's newest content, null where it has none. */
  readonly currentVersion: VersionId | null;
}

/** The site of that id, undefined also where it is not public. */
export async function publishedSiteById(
  database: Kysely<Tables>,
  id: SiteId,
): Promise<PublishedSite | undefined> {
  return publishedSites(database).where('sites.id', '=', id).executeTakeFirst();
}

/**
 * The site at that path of the web address, undefined also where it is not public. A site stands below `/site`
 * also where its own path does not say so. Workspace files of separate
 * worlds may name the same path: then the site of the organization given comes first, and the newest file.
 */
export async function publishedSiteAt(
  database: Kysely<Tables>,
  urlPath: string,
  organizationId?: OrganizationId | null,
): Promise<PublishedSite | undefined> {
  const found = await publishedSites(database)
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select('teams.organization_id as organizationId')
    .where('sites.url_path', 'in', [urlPath, ...(urlPath.startsWith('/site/') ? [urlPath.slice(5)] : [])])
    .orderBy('files.created_at', 'desc')
    .orderBy('sites.id')
    .execute();
  return found.find((site) => site.organizationId === organizationId) ?? found[0];
}

/** Whether a site that is open to anyone shows the file. */
export async function hasPublicSite(database: Kysely<Tables>, fileKey: FileKey): Promise<boolean> {
  const site = await publishedSites(database).where('files.key', '=', fileKey).limit(1).executeTakeFirst();
  return site !== undefined;
}

function publishedSites(database: Kysely<Tables>) {
  return database
    .selectFrom('sites')
    .innerJoin('files', 'files.key', 'sites.file_key')
    .select(['sites.id', 'sites.name', 'sites.url_path as urlPath', 'sites.file_key as fileKey'])
    .select('files.current_version as currentVersion')
    .where('sites.public', '=', 1);
}
