import { createHash } from 'node:crypto';
import { readImage, type SceneImage } from '../images.ts';
import type { ImageFilters } from '../scene/scene.ts';
import { canvasOf, type DecodedImage, type RawImage, unpackImage } from './decoded-images.ts';
import { applyFilters } from './image-filters.ts';

/** An image and what it is known by: its bytes, whatever reference a file has for them. */
export interface KnownImage extends SceneImage {
  readonly hash: string;
}

/** Images that were unpacked already; one belongs to a thread. */
export interface ImageCache {
  /**
   * What the bytes of an image are.
   *
   * @throws ImageError where they are no image that is drawn.
   */
  readonly read: (bytes: Uint8Array) => Promise<KnownImage>;
  /**
   * The image, its longer side at most that many px, with the filters applied.
   *
   * @throws ImageError where it is broken.
   */
  readonly unpack: (image: KnownImage, longestSide: number, filters?: ImageFilters) => Promise<DecodedImage>;
  /** Forgets what was asked for longest ago, down to the budget. Not while anything is painted. */
  readonly trim: () => void;
}

const usualBudgetBytes = 192 * 2 ** 20;

const sizeBytesOf = ({ canvas }: DecodedImage): number => 4 * canvas.width * canvas.height;

async function unpackWith(
  image: SceneImage,
  longestSide: number,
  filters: ImageFilters | undefined,
): Promise<RawImage> {
  const raw = await unpackImage(image, longestSide);
  if (filters !== undefined) applyFilters(raw, filters);
  return raw;
}

const keyOf = ({ hash }: KnownImage, longestSide: number, filters: ImageFilters | undefined): string =>
  `${hash} ${longestSide} ${filters === undefined ? '' : Object.values(filters).join(' ')}`;

/** What the bytes of so many images are is remembered. */
const mostRead = 10_000;

/** Makes a cache that keeps as many bytes of pixels between renders. */
export function createImageCache(budgetBytes = usualBudgetBytes): ImageCache {
  const entries = new Map<string, DecodedImage>();
  const heads = new Map<string, Omit<SceneImage, 'bytes'>>();
  return {
    read: async (bytes) => {
      const hash = createHash('sha256').update(bytes).digest('base64');
      const { mimeType, width, height } = heads.get(hash) ?? (await readImage(bytes));
      if (heads.size >= mostRead) heads.clear();
      heads.set(hash, { mimeType, width, height });
      return { hash, bytes, mimeType, width, height };
    },
    unpack: async (image, longestSide, filters) => {
      const key = keyOf(image, Math.min(longestSide, Math.max(image.width, image.height)), filters);
      const known = entries.get(key);
      entries.delete(key);
      const { width, height } = image;
      const decoded = known ?? {
        canvas: canvasOf(await unpackWith(image, longestSide, filters)),
        width,
        height,
      };
      entries.set(key, decoded);
      return decoded;
    },
    trim: () => {
      let sizeBytes = entries.values().reduce((sum, entry) => sum + sizeBytesOf(entry), 0);
      for (const [key, entry] of entries) {
        if (sizeBytes <= budgetBytes) return;
        sizeBytes -= sizeBytesOf(entry);
        entries.delete(key);
        // Frees the pixels at once: the collector does not see how much memory stands behind a canvas.
        entry.canvas.width = 0;
      }
    },
  };
}
