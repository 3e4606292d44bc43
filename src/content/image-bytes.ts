import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { badRequest } from '../errors.ts';
import { imageTypeOf } from './image-type.ts';

/** An image fill whose bytes are stored and that belongs to no file yet. */
export interface StoredImage {
  readonly imageRef: string;
  readonly blob: BlobId;
  readonly contentType: string;
  readonly sizeBytes: number;
}

const imageTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/tiff',
  'image/bmp',
]);

const imageRefForm = /^[A-Za-z0-9_.-]{1,128}$/;

/**
 * Stores the bytes of an image fill. Its type is read from the bytes, never from what the sender says.
 * @throws ApiError 400 for an unusable reference or bytes that are no image
 */
export async function storeImage(
  blobs: BlobStore,
  imageRef: string,
  bytes: Uint8Array,
): Promise<StoredImage> {
  if (!imageRefForm.test(imageRef)) {
    throw badRequest(
      `"${imageRef.slice(0, 140)}" is not an image reference: letters, digits, _, - and . are.`,
    );
  }
  const type = await imageTypeOf(bytes);
  if (type === undefined || !imageTypes.has(type)) {
    throw badRequest(
      `The bytes of the image "${imageRef}" are not those of an image (PNG, JPEG, GIF, WebP …).`,
    );
  }
  const { id, sizeBytes } = await blobs.put(bytes);
  return { imageRef, blob: id, contentType: type, sizeBytes };
}
