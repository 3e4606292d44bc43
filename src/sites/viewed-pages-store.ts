import type { CallerUser } from '../access/caller.ts';
import { type FileAccessRow, fileForUser } from '../access/file-access-store.ts';
import type { FileRole } from '../access/file-role.ts';
import { viewableFile, viewerOf } from '../accounts/viewed-file.ts';
import type { Context } from '../context.ts';
import { idOfNothing, type SiteId, type VersionId, versionIdOf } from '../contract/branded-ids.ts';
import { notFound, sentences } from '../errors.ts';
import { imageSourceOf } from '../files/image-fills-store.ts';
import { findVersion } from '../files/versions-store.ts';
import type { PagesSource } from '../images/page-tiles.ts';
import type { Call } from '../operation.ts';
import { publishedSiteById } from './published-sites-store.ts';

/** What somebody looks at. */
export interface Viewed {
  readonly file: FileAccessRow;
  /** Of the file or the site. */
  readonly name: string;
  /** Whether anyone may look at it. */
  readonly isPublic: boolean;
  /** Of the person who looks, as far as they have one. */
  readonly role?: FileRole | undefined;
  /** Whether they see its project as well. */
  readonly seesProject?: boolean;
  /** Who looks, where somebody is signed in. */
  readonly viewer?: CallerUser | undefined;
  /** Another one than the current. */
  readonly version?: VersionId | undefined;
}

/** What names a file, and a version of it where the current one is not meant. */
interface ViewingCall extends Pick<Call<'getViewerFile'>, 'path' | 'headers'> {
  readonly query: { readonly version?: string | undefined };
}

/**
 * The file, where it may be looked at. An open link shows what the file is now: older versions are for its readers.
 * @throws ApiError 404
 */
export async function viewedFile({ path, query, headers }: ViewingCall, context: Context): Promise<Viewed> {
  const viewer = await viewerOf(context, headers);
  const file = await viewableFile(context, path.file_key, viewer);
  if (file === undefined) throw notFound(sentences.fileNotFound);
  if (query.version !== undefined && file.role === undefined) throw notFound('Version not found');
  const { name, isPublic, role, seesProject } = file;
  return { file, name, isPublic, role, seesProject, viewer, version: versionIdOf(query.version) };
}

/**
 * What a published site shows.
 * @throws ApiError 404
 */
export async function viewedSite(siteId: SiteId, { database }: Context): Promise<Viewed> {
  const site = await publishedSiteById(database, siteId);
  const file = site && (await fileForUser(database, idOfNothing, site.fileKey));
  if (site === undefined || file === undefined) throw notFound('Site not found');
  return { file, name: site.name, isPublic: true };
}

/** What the pages of a file are drawn from; undefined for a file without content. */
export async function pagesSourceOf(
  { database }: Context,
  { file, version }: Viewed,
): Promise<PagesSource | undefined> {
  if (file.currentVersion === null && version === undefined) return undefined;
  const { snapshot } = await findVersion(database, file, version);
  const source = await imageSourceOf(database, file.key, snapshot);
  return source && { ...source, wholeBaselines: file.editorType !== 'slides' };
}
