import { fileTypeFromBuffer } from 'file-type';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { badRequest } from '../errors.ts';

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

/** What tells the type of an image: no more of it is looked at, whatever it claims to hold. */
const headBytes = 4100;

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
  const type = (await fileTypeFromBuffer(bytes.subarray(0, headBytes)))?.mime;
  if (type === undefined || !imageTypes.has(type)) {
    throw badRequest(
      `The bytes of the image "${imageRef}" are not those of an image (PNG, JPEG, GIF, WebP …).`,
    );
  }
  const { id, sizeBytes } = await blobs.put(bytes);
  return { imageRef, blob: id, contentType: type, sizeBytes };
}
