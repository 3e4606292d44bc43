import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import sharp from 'sharp';
import { ImageError, mostImagePixels, type SceneImage } from '../images.ts';
import type { GlyphPicture } from '../text/colored-glyphs.ts';
import type { FontFace } from '../text/font-face.ts';

/** An image ready to be drawn. */
export interface DecodedImage {
  /** Its pixels: fewer than the image has where it is very large. */
  readonly canvas: Canvas;
  /** Px of the image itself. */
  readonly width: number;
  readonly height: number;
}

/** By `imageKeyOf` the paints. */
export type DecodedImages = ReadonlyMap<string, DecodedImage>;

/** The picture that a font has of a glyph, unpacked, and where it lies. */
export interface DrawnGlyph extends Pick<GlyphPicture, 'box'> {
  readonly image: DecodedImage;
}

/** By their glyphs' ids. */
export type GlyphPictures = ReadonlyMap<FontFace, ReadonlyMap<number, DrawnGlyph>>;

/** Straight RGBA as it comes out of an image. */
export interface RawImage {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Unpacks an image, turned as the file says and in sRGB; of a moving one the first picture. What is cut off is
 * transparent, or the image is broken where it has to be whole.
 *
 * @throws ImageError where nothing can be read.
 */
export async function unpackImage(
  { bytes }: SceneImage,
  longestSide: number,
  isWhole = false,
): Promise<RawImage> {
  const failOn = isWhole ? 'error' : 'none';
  const { data, info } = await sharp(bytes, { limitInputPixels: mostImagePixels, failOn })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new ImageError('The image is broken.', { cause });
    });
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
  return { pixels, width: info.width, height: info.height };
}

/** Puts pixels on a canvas of their own. */
export function canvasOf({ pixels, width, height }: RawImage): Canvas {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}
