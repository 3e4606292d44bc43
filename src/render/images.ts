import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
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

/** An image that has to be unpacked whole may take so much: one as large as the original keeps, four times over. */
const mostWholeBytes = 256 * 2 ** 20;

const tooMany = 'The image has too many pixels.';

/**
 * What unpacking takes at once. Plain PNG and JPEG are made smaller row by row; of interlaced and progressive ones,
 * and of GIF and WebP, every pixel is there before the first is complete.
 */
function wholeBytesOf({ format, width, height, isProgressive, channels, depth }: Metadata): number {
  if (format !== 'gif' && format !== 'webp' && !isProgressive) return 0;
  // A progressive JPEG keeps two bytes for each value of a pixel, PNG one or two by its depth.
  const sampleBytes = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  return width * height * sampleBytes * (format === 'jpeg' ? channels : 4);
}

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
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new ImageError('The image is broken.');
    });
  const { width, height } = metadata.autoOrient;
  if (width * height > mostImagePixels) throw new ImageError(tooMany);
  if (wholeBytesOf(metadata) > mostWholeBytes) throw new ImageError(tooMany);
  return { bytes, mimeType, width, height };
}
