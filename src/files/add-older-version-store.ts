import type { WritingChange } from '../change.ts';
import type { FileKey, UserId, VersionId } from '../contract/branded-ids.ts';
import type { NewVersion } from './add-version-store.ts';

/** What stands ahead of the oldest version that is here. */
export type OlderVersion = Pick<NewVersion, 'snapshot' | 'nodeCount' | 'label' | 'description'> & {
  readonly id: VersionId;
  readonly userId: UserId;
  readonly at: number;
};

/** Places that are left free ahead of the first version of a file whose history may come later. */
export const placesBefore = 1000;

/**
 * Adds a version that is older than all that are here; nothing else of the file changes. Answers whether there was a
 * place for it.
 */
export async function addOlderVersion(
  { transaction }: Pick<WritingChange, 'transaction'>,
  fileKey: FileKey,
  { id, userId, at, snapshot, nodeCount, label = null, description = null }: OlderVersion,
): Promise<boolean> {
  const oldest = await transaction
    .selectFrom('versions')
    .select(['id', 'ordinal'])
    .where('file_key', '=', fileKey)
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined || oldest.ordinal <= 1 || BigInt(id) >= BigInt(oldest.id)) return false;
  await transaction
    .insertInto('versions')
    .values({
      file_key: fileKey,
      id,
      ordinal: oldest.ordinal - 1,
      label,
      description,
      user_id: userId,
      created_at: at,
      snapshot,
      node_count: nodeCount,
    })
    .execute();
  return true;
}
