import type { Kysely } from 'kysely';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** Has the uses of libraries in a version counted. */
export async function noteUncounted(
  transaction: Kysely<Tables>,
  version: { readonly fileKey: FileKey; readonly id: VersionId; readonly ordinal: number },
): Promise<void> {
  const { fileKey, id, ordinal } = version;
  await transaction
    .insertInto('uncounted_versions')
    .values({ file_key: fileKey, version_id: id, ordinal })
    .execute();
}

/** Takes a version off those that are to be counted; false where somebody else was faster. */
export async function takeUncounted(
  transaction: Kysely<Tables>,
  { fileKey, ordinal }: { readonly fileKey: FileKey; readonly ordinal: number },
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('uncounted_versions')
    .where('file_key', '=', fileKey)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
