import { type Kysely, sql } from 'kysely';
import { requireImageRef } from '../content/image-bytes.ts';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import type { DumpedRow } from '../database/dump.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';

/**
 * Holds files that a backup brought to what the writers of files ask.
 * @throws ApiError 400
 */
export async function refuseUnfitFiles(transaction: Kysely<Tables>): Promise<void> {
  const branches = transaction
    .selectFrom('files')
    .innerJoin('files as mains', 'mains.key', 'files.main_file_key')
    .select('files.key')
    .limit(1);
  const ofBranch = await branches.where('mains.main_file_key', 'is not', null).executeTakeFirst();
  if (ofBranch !== undefined) throw badRequest(`The branch "${ofBranch.key}" is one of another branch.`);
  const elsewhere = await branches.whereRef('files.project_id', '!=', 'mains.project_id').executeTakeFirst();
  if (elsewhere !== undefined)
    throw badRequest(`The branch "${elsewhere.key}" stands in another project than its main file.`);
  await refuseShrinkingIds(transaction);
}

/** Ids of versions are numbers as text: of two the longer one is greater. @see ruling H14 */
async function refuseShrinkingIds(transaction: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ file_key: FileKey; id: VersionId }>`
    select file_key, id from (
      select file_key, id, lag(id) over (partition by file_key order by ordinal) as earlier from versions
    ) as followed
    where length(id) < length(earlier) or (length(id) = length(earlier) and id <= earlier) limit 1
  `.execute(transaction);
  const [shrinking] = rows;
  if (shrinking !== undefined)
    throw badRequest(
      `The version ${shrinking.id} of the file "${shrinking.file_key}" has no greater id than the one before.`,
    );
}

/**
 * Holds an image fill that a backup brings to being an image, since it is sent as what the row says that it is, and to
 * a name that paints may have for it, since its address is made of that.
 * @throws ApiError 400
 */
export function refuseUnfitImageFill({
  file_key: fileKey,
  image_ref: ref,
  content_type: type,
}: DumpedRow): void {
  requireImageRef(String(ref));
  if (!String(type).startsWith('image/'))
    throw badRequest(
      `The image fill "${ref}" of the file "${fileKey}" is of the type "${type}", which is no image.`,
    );
}
