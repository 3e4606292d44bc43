import { paintItems } from './canvas/paint-item.ts';
import { paintRegion, type Region, seenIn } from './canvas/paint-region.ts';
import { encodeTile } from './encode-png.ts';
import type { Bounds } from './geometry/bounds.ts';
import { cache, pool, runs, shelf, withKept } from './kept-caches.ts';
import { freePixels, type Pixels } from './pixels.ts';
import { onlyColour, plainPng } from './plain-png.ts';
import { prepareLeaves } from './prepare-images.ts';
import type { RenderEnvironment, Rendering } from './render-options.ts';
import { MemoryError } from './render-raster.ts';
import { partsIn } from './scene/page-parts.ts';
import type { Color, SceneItem } from './scene/scene.ts';
import type { PagePart, PageSource, SceneOptions } from './scene/scene-source.ts';
import { leavesOf } from './scene-paints.ts';

/** What a region of a page is drawn with. */
export interface RegionOptions extends SceneOptions {
  readonly region: Region;
  /** What the page lies on; taken for opaque. */
  readonly paper: Color;
  /** Of one scene; the usual ones where nothing is said. */
  readonly mostNodes?: number;
}

const windowOf = ({ left, top, width, height, scale }: Region): Bounds => ({
  left: left / scale,
  top: top / scale,
  right: (left + width) / scale,
  bottom: (top + height) / scale,
});

/** Scenes of more nodes are not made at once: several regions are drawn in place of one. */
const mostNodes = 40_000;
const smallestSidePx = 32;

/** The pixels of a region. */
async function drawRegion(
  page: PageSource,
  options: RegionOptions,
  environment: RenderEnvironment,
): Promise<Pixels> {
  const { region } = options;
  const parts = partsIn(page, windowOf(region));
  const nodeCount = parts.reduce((count, part) => count + part.nodeCount, 0);
  const isTooMuch = nodeCount > (options.mostNodes ?? mostNodes) && parts.length > 1;
  if (!isTooMuch || region.width <= smallestSidePx || region.height <= smallestSidePx)
    return drawParts(parts, page, options, environment);
  const pixels = { bytes: new Uint8ClampedArray(4 * region.width * region.height), ...sizeOf(region) };
  for (const quarter of quartersOf(region)) {
    const drawn = await drawRegion(page, { ...options, region: quarter }, environment);
    putInto(pixels, drawn, quarter.left - region.left, quarter.top - region.top);
    shelf.trim();
  }
  return pixels;
}

const sizeOf = ({ width, height }: Region) => ({ width, height });

function quartersOf({ left, top, width, height, scale }: Region): Region[] {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const columns = [
    { left, width: across },
    { left: left + across, width: width - across },
  ];
  return columns.flatMap((column) => [
    { ...column, top, height: down, scale },
    { ...column, top: top + down, height: height - down, scale },
  ]);
}

function putInto(whole: Pixels, part: Pixels, left: number, top: number): void {
  for (let row = 0; row < part.height; row += 1) {
    const from = 4 * row * part.width;
    const to = 4 * ((top + row) * whole.width + left);
    whole.bytes.set(part.bytes.subarray(from, from + 4 * part.width), to);
  }
  freePixels(part);
}

async function drawParts(
  parts: readonly PagePart[],
  page: PageSource,
  { region, paper, ...options }: RegionOptions,
  environment: RenderEnvironment,
): Promise<Pixels> {
  const items: SceneItem[] = [];
  for (const part of parts) {
    const built = await shelf.built(part, page, options, environment.fonts);
    for (const item of built.items) items.push(item);
  }
  const root = { id: '', name: '', type: 'CANVAS' };
  const leaves = leavesOf({ items, root }, seenIn(region, items));
  const purpose = { format: 'png', glyphScale: region.scale, imageScale: region.scale } as const;
  const images = await prepareLeaves(leaves, purpose, environment, cache);
  const pixels = paintRegion(
    {
      pool,
      images: images.unpacked,
      runs,
      paintItems,
      sizedImages: images.sized,
      glyphPictures: images.glyphs,
    },
    items,
    paper,
    region,
  );
  if (pixels === undefined) throw new MemoryError('The picture is too large for the memory that is left.');
  return pixels;
}

/** Draws a rectangle of a page as PNG; what lies elsewhere on the page costs next to nothing. */
export const renderRegion = (
  page: PageSource,
  options: RegionOptions,
  environment: RenderEnvironment,
): Promise<Rendering> =>
  withKept(async () => {
    const pixels = await drawRegion(page, options, environment);
    const plain = onlyColour(pixels);
    const picture = plain ? plainPng(pixels, plain) : encodeTile(pixels);
    freePixels(pixels);
    const { width, height } = options.region;
    return { picture, contentType: 'image/png', width, height, report: { substitutions: [], notDrawn: [] } };
  });
