import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { badRequest } from '../errors.ts';
import type { UnpackedImage } from './convert-file.ts';
import { fillTypeOf } from './image-type.ts';

/** An image fill whose bytes are stored and that belongs to no file yet. */
export interface StoredImage {
  readonly imageRef: string;
  readonly blob: BlobId;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** The same as the contract's `ImageRef`. */
export const imageRefForm = /^[A-Za-z0-9_.-]{1,128}$/;
const longestShown = 140;

/**
 * Stores the bytes of an image fill. Its type is read from the bytes, never from what the sender says.
 * @throws ApiError 400 for an unusable reference or bytes that are no image
 */
export async function storeImage(
  blobs: BlobStore,
  imageRef: string,
  bytes: Uint8Array,
): Promise<StoredImage> {
  const contentType = await usableType(imageRef, bytes);
  const { id, sizeBytes } = await blobs.put(bytes);
  return { imageRef, blob: id, contentType, sizeBytes };
}

/** The same for an image in a file, which becomes the blob; it has been written down to the disk. */
export async function adoptImage(
  blobs: BlobStore,
  { imageRef, contentType, path, hashed }: UnpackedImage,
): Promise<StoredImage> {
  requireImageRef(imageRef);
  const { id, sizeBytes } = await blobs.adopt(path, hashed);
  return { imageRef, blob: id, contentType, sizeBytes };
}

async function usableType(imageRef: string, bytes: Uint8Array): Promise<string> {
  requireImageRef(imageRef);
  const type = await fillTypeOf(bytes);
  if (type === undefined) {
    throw badRequest(
      `The bytes of the image "${imageRef}" are not those of an image (PNG, JPEG, GIF, WebP …).`,
    );
  }
  return type;
}

/**
 * Makes sure that paints may name an image so.
 * @throws ApiError 400
 */
export function requireImageRef(imageRef: string): void {
  if (!imageRefForm.test(imageRef))
    throw badRequest(
      `"${imageRef.slice(0, longestShown)}" is not an image reference: letters, digits, _, - and . are.`,
    );
}
