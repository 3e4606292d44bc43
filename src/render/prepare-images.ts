import type { DecodedImage, DecodedImages, GlyphPictures, RawImage } from './canvas/decoded-images.ts';
import { unpackImage } from './canvas/decoded-images.ts';
import type { ImageCache, KnownImage } from './canvas/image-cache.ts';
import { applyFilters } from './canvas/image-filters.ts';
import { encodePng } from './encode-png.ts';
import { ImageError, imageKeyOf, type SceneImage, type SceneImages } from './images.ts';
import { type PreparedGlyphs, prepareGlyphs } from './prepare-glyphs.ts';
import type { ImageFormat, RenderEnvironment, RenderOptions } from './render-options.ts';
import type { ImagePaint, Scene, SceneReport } from './scene/scene.ts';
import { imagePaintsOf, type Leaf, leavesOf, type PlacedImagePaint } from './scene-paints.ts';

/** The images of one picture. */
export interface PictureImages {
  /** For formats that hold files of images; empty for others. */
  readonly asUploaded: SceneImages;
  /** For formats that are drawn; empty for others. */
  readonly unpacked: DecodedImages;
  /** The same of one scale, each as large as its paint needs it there. */
  readonly sized: ReadonlyMap<ImagePaint, DecodedImage>;
  /** Those that fonts have of glyphs; none for formats that leave them out. */
  readonly glyphs: GlyphPictures;
  /** Paints that are left out because their image is missing, and texts because of those of their fonts. */
  readonly notDrawn: SceneReport['notDrawn'];
}

/** The original keeps no image with a longer side. */
const longestSidePx = 4096;

/** Images of one picture take about this much memory at most: where there are many, large ones become smaller. */
const pixelBudgetBytes = 384 * 2 ** 20;

const longestSideOf = (count: number): number =>
  Math.min(longestSidePx, Math.floor(Math.sqrt(pixelBudgetBytes / (4 * count))));

/** The image with the filters of its paint in its pixels. */
async function bakeFilters(image: SceneImage, { filters }: ImagePaint): Promise<SceneImage> {
  if (filters === undefined) return image;
  const raw: RawImage = await unpackImage(image, longestSidePx);
  applyFilters(raw, filters);
  const { pixels: bytes, width, height } = raw;
  return { bytes: await encodePng({ bytes, width, height }), mimeType: 'image/png', width, height };
}

async function getImage(
  imageRef: string,
  { imageBytes }: RenderEnvironment,
  cache: ImageCache,
): Promise<KnownImage> {
  const bytes = await imageBytes(imageRef);
  if (bytes === undefined) throw new ImageError('The bytes of its image are missing.');
  return cache.read(bytes);
}

/**
 * Loads the images that a scene shows at a scale. One that is missing or unreadable is left out, as the original
 * leaves it transparent.
 */
export const prepareImages = (
  scene: Scene,
  { format, scale }: Pick<RenderOptions, 'format' | 'scale'>,
  environment: RenderEnvironment,
  cache: ImageCache,
): Promise<PictureImages> =>
  prepareLeaves(leavesOf(scene), { format, glyphScale: scale }, environment, cache);

/** What images are prepared for. */
interface Purpose {
  readonly format: ImageFormat;
  /** Px for a px of the scene, by which the size of glyphs is chosen. */
  readonly glyphScale: number;
  /** Where it is said, images are no larger than they are needed for it. */
  readonly imageScale?: number;
}

const noGlyphs: PreparedGlyphs = { pictures: new Map(), notDrawn: [] };

/** The same for what a scene shows, or a part of it. */
export async function prepareLeaves(
  leaves: readonly Leaf[],
  { format, glyphScale, imageScale }: Purpose,
  environment: RenderEnvironment,
  cache: ImageCache,
): Promise<PictureImages> {
  const images = await preparePaints(imagePaintsOf(leaves), format, environment, cache, imageScale);
  const glyphs = format === 'svg' ? noGlyphs : await prepareGlyphs(leaves, glyphScale, cache);
  return { ...images, glyphs: glyphs.pictures, notDrawn: [...images.notDrawn, ...glyphs.notDrawn] };
}

async function preparePaints(
  placed: readonly PlacedImagePaint[],
  format: ImageFormat,
  environment: RenderEnvironment,
  cache: ImageCache,
  scale: number | undefined,
): Promise<Omit<PictureImages, 'glyphs'>> {
  const uses = Map.groupBy(placed, ({ paint }) => imageKeyOf(paint));
  const longestSide = longestSideOf(uses.size);
  const asUploaded = new Map<string, SceneImage>();
  const unpacked = new Map<string, DecodedImage>();
  const sized = new Map<ImagePaint, DecodedImage>();
  const reasons = new Map<string, string>();
  for (const [key, usesOfOne] of uses) {
    const { paint } = usesOfOne.at(-1)!;
    try {
      const image = await getImage(paint.imageRef, environment, cache);
      if (format === 'svg') asUploaded.set(key, await bakeFilters(image, paint));
      else if (scale === undefined) unpacked.set(key, await cache.unpack(image, longestSide, paint.filters));
      else
        for (const use of usesOfOne) {
          const side = Math.min(longestSide, neededSide(image, use, scale));
          sized.set(use.paint, await cache.unpack(image, side, paint.filters));
        }
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      reasons.set(key, error.message);
    }
  }
  return { asUploaded, unpacked, sized, notDrawn: leftOut(placed, reasons) };
}

/** The longer side that an image needs, as a power of two, so that few sizes are kept of each. */
function neededSide(image: SceneImage, use: PlacedImagePaint, scale: number): number {
  const most = Math.max(smallestSidePx, scale * shownSide(image, use));
  return most >= longestSidePx ? longestSidePx : 2 ** Math.ceil(Math.log2(most));
}

const smallestSidePx = 64;

/** How long the longer side of an image is in the scene; what repeats is as long as it is. */
function shownSide({ width, height }: SceneImage, { paint, box }: PlacedImagePaint): number {
  if (box === undefined || (paint.scaleMode !== 'FILL' && paint.scaleMode !== 'FIT')) return Infinity;
  const [across, down] = paint.rotation % 180 === 0 ? [width, height] : [height, width];
  return Math.max(box.width / across, box.height / down) * Math.max(width, height);
}

function leftOut(
  placed: readonly PlacedImagePaint[],
  reasons: ReadonlyMap<string, string>,
): SceneReport['notDrawn'] {
  return placed.flatMap(({ paint, node }) => {
    const reason = reasons.get(imageKeyOf(paint));
    return reason === undefined ? [] : [{ nodeId: node.id, reason }];
  });
}
