import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import type { Change } from '../change.ts';
import { type StoredImage, storeImage } from '../content/image-bytes.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import { imageFillsOf, putImageFills } from './image-fills-store.ts';
import { findEditableFile } from './visible-file-store.ts';

/** The bytes of an image on their way in: they are taken once the caller may store them. */
interface SentImage {
  readonly imageRef: string;
  readonly bytes: () => Promise<Uint8Array>;
}

/** An image that is stored, for a file that may have one more. */
interface CountedImage {
  readonly image: StoredImage;
  readonly counted: Counted<'imageFillsOfFile'>;
}

/**
 * Stores an image that belongs to no file yet, ahead of the change that keeps it.
 * @throws ApiError 400, 403, 404, 413
 */
export async function prepareImageFill(
  { database, blobs }: Context,
  caller: Caller,
  fileKey: FileKey,
  { imageRef, bytes }: SentImage,
): Promise<CountedImage> {
  await findEditableFile(database, caller, fileKey);
  const counted = await refuseBeyond(database, 'imageFillsOfFile', fileKey);
  return { image: await storeImage(blobs, imageRef, await bytes()), counted };
}

/**
 * Counts the images of a design that come beside those of the file, ahead of the change that keeps them. What is there
 * already may come again, also where there are as many as there may be.
 *
 * @throws ApiError 400
 */
export async function countImageFills(
  { database }: Context,
  fileKey: FileKey,
  images: readonly StoredImage[],
): Promise<Counted<'imageFillsOfFile'>> {
  const present = new Set((await imageFillsOf(database, fileKey)).map(({ imageRef }) => imageRef));
  const added = new Set(images.map(({ imageRef }) => imageRef)).difference(present);
  return refuseBeyond(database, 'imageFillsOfFile', fileKey, added.size);
}

/**
 * Keeps images that paints of the file show under their `imageRef`, in place of those before; answers the refs whose
 * bytes are new or other than before.
 *
 * @throws ApiError 403, 404
 */
export async function keepImageFills(
  change: Change,
  fileKey: FileKey,
  images: readonly StoredImage[],
  counted: Counted<'imageFillsOfFile'>,
): Promise<string[]> {
  const { transaction, by } = change;
  const file = await findEditableFile(transaction, by, fileKey);
  spend(counted, 'imageFillsOfFile', file.key);
  const changed = await putImageFills(transaction, fileKey, images);
  for (const imageRef of changed) {
    await recordActivity(change, {
      type: 'fig_file_image_fill_change',
      entity: fileEntity(file),
      organizationId: file.organizationId,
      teamId: file.teamId,
      details: { image_ref: imageRef },
    });
  }
  return changed;
}
