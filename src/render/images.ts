import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { ImagePaint } from './scene/scene.ts';

/** An image that paints show, as it was uploaded. */
export interface SceneImage {
  readonly bytes: Uint8Array;
  /** Of the bytes themselves: `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly mimeType: string;
  /** Px as a viewer shows them: turned as the file asks for. */
  readonly width: number;
  readonly height: number;
}

/**
 * The images of a scene by `imageKeyOf` their paints: those without filters by their reference. What is missing
 * could not be had or read.
 */
export type SceneImages = ReadonlyMap<string, SceneImage>;

/** What a paint's image is kept under: the reference, and the filters where there are any. */
export const imageKeyOf = ({ imageRef, filters }: Pick<ImagePaint, 'imageRef' | 'filters'>): string =>
  filters === undefined ? imageRef : `${imageRef} ${Object.values(filters).join(' ')}`;

/** An image that is not drawn; the sentence says why. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

const drawnTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** More than these are not unpacked, however few bytes they came in. */
export const mostImagePixels = 128 * 1024 * 1024;

/**
 * Tells what the bytes of an image are, by looking at them.
 *
 * @throws ImageError where they are no image that is drawn.
 */
export async function readImage(bytes: Uint8Array): Promise<SceneImage> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const mimeType = type?.mime === 'image/apng' ? 'image/png' : type?.mime;
  if (mimeType === undefined || !drawnTypes.has(mimeType))
    throw new ImageError('The image is no PNG, JPEG, GIF or WebP.');
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new ImageError('The image is broken.');
    });
  const { width, height } = autoOrient;
  if (width * height > mostImagePixels) throw new ImageError('The image has too many pixels.');
  return { bytes, mimeType, width, height };
}
