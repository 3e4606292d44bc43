import { requireName, requireText } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { addContent, type NewContent } from './add-content.ts';
import { allVersionsOf, type VersionRow } from './versions-store.ts';

/** The versions that a file had before others are brought, in no order. */
export interface EarlierVersions {
  readonly fileKey: FileKey;
  readonly versions: readonly VersionRow[];
}

/** What a file has before a workspace file brings its history. */
export async function earlierVersions({ transaction }: Change, fileKey: FileKey): Promise<EarlierVersions> {
  return { fileKey, versions: await allVersionsOf(transaction, fileKey) };
}

/**
 * Adds a version of whoever brings it says, at the time that they say; nobody is told, and the file may be of any
 * kind. What is brought with an id says where in the history it stands, and nothing is put ahead of what was there.
 *
 * @throws ApiError 400
 */
export async function bringVersion(
  change: Change,
  { fileKey, versions }: EarlierVersions,
  version: NewContent,
): Promise<VersionId> {
  if (version.id !== undefined && versions.length > 0)
    throw badRequest(`The version ${version.id} cannot be put before versions that are there already.`);
  requireName(version.label ?? undefined);
  requireText('The description of the version', version.description);
  return addContent(change, fileKey, version);
}
