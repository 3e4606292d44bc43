import type { Kysely } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import type { StoredImage } from '../content/image-bytes.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { allRows, firstRow } from '../database/compiled-query.ts';
import { remembered } from '../database/remembered-reads.ts';
import type { Tables } from '../database/tables.ts';
import type { ImageSource } from '../images/image-name.ts';

/** An image fill of a file as it is stored. */
export type ImageFillRow = CamelRow<'image_fills'>;

const { selected, columnsOf } = camelColumns('image_fills', [
  ...(['file_key', 'image_ref', 'blob', 'content_type', 'size_bytes'] as const),
]);

export const imageFillsOf = allRows<[fileKey: FileKey], ImageFillRow>((database, fileKey) =>
  database.selectFrom('image_fills').select(selected).where('file_key', '=', fileKey),
);

const organizationOf = remembered(
  firstRow((database, fileKey: FileKey) =>
    database
      .selectFrom('files')
      .innerJoin('projects', 'projects.id', 'files.project_id')
      .innerJoin('teams', 'teams.id', 'projects.team_id')
      .select('teams.organization_id as organizationId')
      .where('files.key', '=', fileKey),
  ),
);

/** What images of a version depend on; undefined for a file that is not there. */
export async function imageSourceOf(
  database: Kysely<Tables>,
  fileKey: FileKey,
  snapshot: BlobId,
): Promise<ImageSource | undefined> {
  const file = await organizationOf(database, fileKey);
  if (file === undefined) return undefined;
  const fills = await imageFillsOf(database, fileKey);
  return {
    ...file,
    fileKey,
    snapshot,
    imageFills: new Map(fills.map(({ imageRef, blob }) => [imageRef, blob])),
  };
}

export async function findImageFill(
  database: Kysely<Tables>,
  fileKey: FileKey,
  imageRef: string,
): Promise<ImageFillRow | undefined> {
  return database
    .selectFrom('image_fills')
    .select(selected)
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
  const fills = await imageFillsOf(transaction, fileKey);
  const present = new Map(fills.map(({ imageRef, blob }) => [imageRef, blob]));
  const changed = new Map(
    images
      .filter(({ imageRef, blob }) => present.get(imageRef) !== blob)
      .map((image) => [image.imageRef, image]),
  );
  for (const image of changed.values()) {
    const { imageRef, blob, contentType, sizeBytes } = image;
    await transaction
      .insertInto('image_fills')
      .values(columnsOf({ fileKey, imageRef, blob, contentType, sizeBytes }))
      .onConflict((conflict) =>
        conflict.columns(['file_key', 'image_ref']).doUpdateSet(columnsOf({ blob, contentType, sizeBytes })),
      )
      .execute();
  }
  return [...changed.keys()];
}

/** The same blobs under the key of another file; nothing is copied on the disk. */
export async function copyImageFills(transaction: Kysely<Tables>, from: FileKey, to: FileKey): Promise<void> {
  await putImageFills(transaction, to, await imageFillsOf(transaction, from));
}
