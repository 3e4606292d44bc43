import type { Kysely } from 'kysely';
import type { Change } from '../change.ts';
import type { PatchedContent } from '../content/patched-content.ts';
import type { FileKey, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { addVersion, touchFile } from '../files/add-version-store.ts';
import { type VersionRow, versionColumns } from '../files/versions-store.ts';
import { ChangeOvertaken } from './variables-state-store.ts';

/** A document as it is after a change of variables, and no version yet: it follows them, or stays as it was. */
export interface FollowedDocument extends Pick<VersionRow, 'snapshot'> {
  /** What the snapshot is a difference from, where it is a new one. */
  readonly base?: PatchedContent['base'];
  /** The version that it was made from. */
  readonly of: VersionRow;
}

/** The current version of a file; undefined for one without content. */
export function currentVersion(database: Kysely<Tables>, fileKey: FileKey): Promise<VersionRow | undefined> {
  return database
    .selectFrom('versions')
    .innerJoin('files', (join) =>
      join.onRef('files.key', '=', 'file_key').onRef('current_version', '=', 'versions.id'),
    )
    .select(versionColumns.selected)
    .where('files.key', '=', fileKey)
    .executeTakeFirst();
}

/**
 * Makes a document the file's newest version, be it that nothing of it follows: a change of variables is a change
 * of the file. A file without content has no versions, only a time.
 *
 * @throws ChangeOvertaken where the file has got other content since the document was made
 * @see ruling H31
 */
export async function addFollowedVersion(
  change: Change,
  fileKey: FileKey,
  followed: FollowedDocument | undefined,
  userId: UserId,
): Promise<void> {
  const current = await currentVersion(change.transaction, fileKey);
  if (current?.id !== followed?.of.id) throw new ChangeOvertaken();
  if (followed === undefined) return touchFile(change, fileKey, userId);
  const { of, snapshot, base } = followed;
  await addVersion(change, fileKey, { snapshot, base, nodeCount: of.nodeCount, userId });
}
