import type { Kysely } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import type { StoredImage } from '../content/image-bytes.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import type { ImageSource } from '../images/image-name.ts';

export async function imageFillsOf(database: Kysely<Tables>, fileKey: FileKey) {
  return database.selectFrom('image_fills').selectAll().where('file_key', '=', fileKey).execute();
}

/** What images of a version depend on; undefined for a file that is not there. */
export async function imageSourceOf(
  database: Kysely<Tables>,
  fileKey: FileKey,
  snapshot: BlobId,
): Promise<ImageSource | undefined> {
  const file = await database
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select('teams.organization_id as organizationId')
    .where('files.key', '=', fileKey)
    .executeTakeFirst();
  if (file === undefined) return undefined;
  const fills = await imageFillsOf(database, fileKey);
  return { ...file, fileKey, snapshot, imageFills: new Map(fills.map((row) => [row.image_ref, row.blob])) };
}

export async function findImageFill(database: Kysely<Tables>, fileKey: FileKey, imageRef: string) {
  return database
    .selectFrom('image_fills')
    .selectAll()
    .where('file_key', '=', fileKey)
    .where('image_ref', '=', imageRef)
    .executeTakeFirst();
}

/** Keeps images by their `imageRef`; answers the refs whose bytes are new or other than before. */
export async function putImageFills(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  images: readonly StoredImage[],
): Promise<string[]> {
  const present = new Map((await imageFillsOf(transaction, fileKey)).map((row) => [row.image_ref, row.blob]));
  const changed = new Map(
    images
      .filter(({ imageRef, blob }) => present.get(imageRef) !== blob)
      .map((image) => [image.imageRef, image]),
  );
  for (const image of changed.values()) {
    const row = { blob: image.blob, content_type: image.contentType, size_bytes: image.sizeBytes };
    await transaction
      .insertInto('image_fills')
      .values({ file_key: fileKey, image_ref: image.imageRef, ...row })
      .onConflict((conflict) => conflict.columns(['file_key', 'image_ref']).doUpdateSet(row))
      .execute();
  }
  return [...changed.keys()];
}

/** The same blobs under the key of another file; nothing is copied on the disk. */
export async function copyImageFills(transaction: Kysely<Tables>, from: FileKey, to: FileKey): Promise<void> {
  const images = (await imageFillsOf(transaction, from)).map((image) => ({
    imageRef: image.image_ref,
    blob: image.blob,
    contentType: image.content_type,
    sizeBytes: image.size_bytes,
  }));
  await putImageFills(transaction, to, images);
}
