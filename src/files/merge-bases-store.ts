import type { Kysely } from 'kysely';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { type VersionRow, versionColumns } from './versions-store.ts';

/** The version that a branch and its main file both hold: that of the last merge, or the branch's first. */
export async function mergeBase(database: Kysely<Tables>, branch: FileKey): Promise<VersionRow | undefined> {
  const versions = database.selectFrom('versions').select(versionColumns.selected);
  const merged = await versions
    .innerJoin('files', (join) =>
      join
        .onRef('files.merge_base_key', '=', 'versions.file_key')
        .onRef('files.merge_base_version', '=', 'versions.id'),
    )
    .where('files.key', '=', branch)
    .executeTakeFirst();
  if (merged !== undefined) return merged;
  return versions.where('file_key', '=', branch).orderBy('ordinal').limit(1).executeTakeFirst();
}

/** Writes down which version both hold from now on. */
export async function keepMergeBase(
  transaction: Kysely<Tables>,
  branch: FileKey,
  { fileKey, id }: { readonly fileKey: FileKey; readonly id: VersionId },
): Promise<void> {
  await transaction
    .updateTable('files')
    .set({ merge_base_key: fileKey, merge_base_version: id })
    .where('key', '=', branch)
    .execute();
}
