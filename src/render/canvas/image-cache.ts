import { createHash } from 'node:crypto';
import { LeastRecent } from '../../least-recent.ts';
import { readImage, type SceneImage } from '../images.ts';
import { refuseUnfitRows } from '../png-rows.ts';
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
  /**
   * The same without filters, of an image that is drawn whole or not at all.
   *
   * @throws ImageError where it is cut off, damaged, or has more data than pixels.
   */
  readonly unpackWhole: (image: KnownImage, longestSide: number) => Promise<DecodedImage>;
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

async function unpackedWhole(image: SceneImage, longestSide: number): Promise<RawImage> {
  await refuseUnfitRows(image);
  return unpackImage(image, longestSide, true);
}

/** What the bytes of so many images are is remembered. */
const mostRead = 10_000;

/** Makes a cache that keeps as many bytes of pixels between renders. */
export function createImageCache(budgetBytes = usualBudgetBytes): ImageCache {
  const entries = new LeastRecent<string, DecodedImage>(Infinity, ({ canvas }) => {
    // Frees the pixels at once: the collector does not see how much memory stands behind a canvas.
    canvas.width = 0;
  });
  const heads = new Map<string, Omit<SceneImage, 'bytes'>>();
  /** Those that are given again are not hashed again. */
  const known = new WeakMap<Uint8Array, KnownImage>();
  /** `way` says how an image is unpacked: by its filters, or whole. */
  const kept = async (
    image: KnownImage,
    longestSide: number,
    way: string,
    unpack: () => Promise<RawImage>,
  ): Promise<DecodedImage> => {
    const { hash, width, height } = image;
    const key = `${hash} ${Math.min(longestSide, Math.max(width, height))} ${way}`;
    const known = entries.get(key);
    if (known !== undefined) return known;
    const decoded = { canvas: canvasOf(await unpack()), width, height };
    // Somebody else may have unpacked it meanwhile, and may be painting with theirs.
    const other = entries.get(key);
    if (other !== undefined) return other;
    entries.set(key, decoded, sizeBytesOf(decoded));
    return decoded;
  };
  return {
    read: async (bytes) => {
      const before = known.get(bytes);
      if (before !== undefined) return before;
      const hash = createHash('sha256').update(bytes).digest('base64');
      const { mimeType, width, height } = heads.get(hash) ?? (await readImage(bytes));
      if (heads.size >= mostRead) heads.clear();
      heads.set(hash, { mimeType, width, height });
      const image = { hash, bytes, mimeType, width, height };
      known.set(bytes, image);
      return image;
    },
    unpack: (image, longestSide, filters) => {
      const way = filters === undefined ? '' : Object.values(filters).join(' ');
      return kept(image, longestSide, way, () => unpackWith(image, longestSide, filters));
    },
    unpackWhole: (image, longestSide) =>
      kept(image, longestSide, 'whole', () => unpackedWhole(image, longestSide)),
    trim: () => entries.trim(budgetBytes),
  };
}
